import type { SheetMapping } from '../contract/explain.ts'
import type { MappedRow, MappedTable, ReadSection, TableSections } from './types.ts'

/** First line of a packed table. Each further line is a row, or an array: a list of blank fields. Many rows have the same list, so it is sent once. */
interface PackedHead {
  read: ReadSection
  mapping: SheetMapping
  rows: number
}

/** A row without empty properties. `blanks` is the number of a list sent before it. */
interface PackedRow extends Partial<Omit<MappedRow, 'blanks'>> {
  row: number
  fields: Record<string, unknown>
  blanks: number
}

const ROWS_PER_CHUNK = 500

/** Yields a table as lines, in chunks. The rows are packed one after another, because a second copy of a large table does not fit into memory. */
export function* packTable(table: MappedTable): Generator<string> {
  const listNumbers = new Map<string, number>()
  const head: PackedHead = { read: table.read, mapping: table.mapping, rows: table.rows.length }
  yield `${JSON.stringify(head)}\n`
  for (let index = 0; index < table.rows.length; index += ROWS_PER_CHUNK)
    yield table.rows
      .slice(index, index + ROWS_PER_CHUNK)
      .map((row) => packRow(row, listNumbers))
      .join('')
}

function packRow({ blanks, clears, errors, warnings, ...rest }: MappedRow, listNumbers: Map<string, number>): string {
  const key = blanks.join(',')
  const known = listNumbers.get(key)
  const number = known ?? listNumbers.size
  listNumbers.set(key, number)
  const packed: PackedRow = {
    ...rest,
    blanks: number,
    ...(clears.length > 0 && { clears }),
    ...(errors.length > 0 && { errors }),
    ...(warnings.length > 0 && { warnings }),
  }
  return `${known === undefined ? `${JSON.stringify(blanks)}\n` : ''}${JSON.stringify(packed)}\n`
}

/** Where unpacked rows go: an array, or records on disk. */
export interface RowStore {
  add: (row: MappedRow) => void
}

export interface TableReader {
  add: (line: string) => void
  /** Undefined until all rows are added. */
  sections: () => TableSections | undefined
}

/** Reads packed lines incrementally. */
export function createTableReader(rows: RowStore): TableReader {
  let head: PackedHead | undefined
  let count = 0
  const blankLists: string[][] = []
  return {
    add: (line) => {
      if (!head) head = JSON.parse(line) as PackedHead
      else if (line.startsWith('[')) blankLists.push(JSON.parse(line) as string[])
      else {
        rows.add(unpackRow(JSON.parse(line) as PackedRow, blankLists))
        count++
      }
    },
    sections: () => (head && count === head.rows ? { read: head.read, mapping: head.mapping } : undefined),
  }
}

const unpackRow = (row: PackedRow, blankLists: readonly string[][]): MappedRow => ({
  ...row,
  blanks: blankLists[row.blanks] ?? [],
  clears: row.clears ?? [],
  errors: row.errors ?? [],
  warnings: row.warnings ?? [],
})
