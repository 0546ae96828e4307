import type { MapStep } from './mapSteps.ts'
import { correctRow, type RowCorrection } from './rowFacts.ts'
import type { MappedRow, TableSections } from '../types.ts'

// Format: a line per row, then lines that correct rows, then a last line. Many rows share a list of blank fields, so
// each distinct list is sent once as a JSON array.

interface PackedCorrection {
  corrects: RowCorrection
}

interface PackedEnd extends TableSections {
  rows: number
}

/** A row without empty properties. `blanks` is the number of a list sent before it. */
interface PackedRow extends Partial<Omit<MappedRow, 'blanks'>> {
  row: number
  fields: Record<string, unknown>
  blanks: number
}

const STEPS_PER_CHUNK = 500

/**
 * Yields a table as lines, in chunks. Each row is packed when it is mapped, because all rows of a large table do not
 * fit into memory.
 */
export function* packTable(steps: Generator<MapStep, TableSections>): Generator<string> {
  const listNumbers = new Map<string, number>()
  let lines: string[] = []
  let rows = 0
  for (;;) {
    const step = steps.next()
    if (step.done) {
      const end: PackedEnd = { read: step.value.read, mapping: step.value.mapping, rows }
      return yield `${lines.join('')}${JSON.stringify(end)}\n`
    }
    if ('position' in step.value) lines.push(`${JSON.stringify({ corrects: step.value } satisfies PackedCorrection)}\n`)
    else {
      lines.push(packRow(step.value, listNumbers))
      rows++
    }
    if (lines.length < STEPS_PER_CHUNK) continue
    yield lines.join('')
    lines = []
  }
}

const filledOrNone = <T>(list: T[]): T[] | undefined => (list.length === 0 ? undefined : list)

function packRow(mapped: MappedRow, listNumbers: Map<string, number>): string {
  const { blanks, clears, errors, warnings } = mapped
  const key = blanks.join(',')
  const known = listNumbers.get(key)
  const number = known ?? listNumbers.size
  listNumbers.set(key, number)
  // Undefined members are left out of the JSON.
  const packed = {
    ...mapped,
    blanks: number,
    clears: filledOrNone(clears),
    errors: filledOrNone(errors),
    warnings: filledOrNone(warnings),
  }
  return `${known === undefined ? `${JSON.stringify(blanks)}\n` : ''}${JSON.stringify(packed)}\n`
}

/** Destination of unpacked rows: an array, or records on disk. */
export interface RowStore {
  add: (row: MappedRow) => void
  /** Changes the row at a position, from 0. */
  update: (position: number, change: (row: MappedRow) => void) => void
}

export interface TableReader {
  add: (line: string) => void
  /** Returns undefined until all rows are added. */
  sections: () => TableSections | undefined
}

/** Reads packed lines incrementally. */
export function createTableReader(rows: RowStore): TableReader {
  let end: PackedEnd | undefined
  let count = 0
  const blankLists: string[][] = []
  return {
    add: (line) => {
      if (line.startsWith('{"row":')) {
        rows.add(unpackRow(JSON.parse(line) as PackedRow, blankLists))
        count++
      } else if (line.startsWith('{"corrects":')) {
        const { corrects } = JSON.parse(line) as PackedCorrection
        rows.update(corrects.position, (row) => correctRow(row, corrects))
      } else if (line.startsWith('[')) blankLists.push(JSON.parse(line) as string[])
      else end = JSON.parse(line) as PackedEnd
    },
    sections: () => (end && count === end.rows ? { read: end.read, mapping: end.mapping } : undefined),
  }
}

const unpackRow = (row: PackedRow, blankLists: readonly string[][]): MappedRow => ({
  ...row,
  blanks: blankLists[row.blanks] ?? [],
  clears: row.clears ?? [],
  errors: row.errors ?? [],
  warnings: row.warnings ?? [],
})
