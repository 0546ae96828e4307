import type { SheetMapping } from '../contract/explain.ts'
import type { MappedRow, MappedTable, ReadSection } from './types.ts'

/** First line of a packed table. Each further line is a row. Many rows have the same blank fields, so each such list is stored once. */
interface PackedHead {
  read: ReadSection
  mapping: SheetMapping
  rows: number
  blankLists: string[][]
}

/** A row without empty properties. `blanks` is an index of `blankLists`. */
interface PackedRow extends Partial<Omit<MappedRow, 'blanks'>> {
  row: number
  fields: Record<string, unknown>
  blanks: number
}

const ROWS_PER_CHUNK = 500

export function* packTable(table: MappedTable): Generator<string> {
  const listIndexes = new Map<string, number>()
  const packedRows = table.rows.map((row) => packRow(row, listIndexes))
  const head: PackedHead = {
    read: table.read,
    mapping: table.mapping,
    rows: packedRows.length,
    blankLists: [...listIndexes.keys()].map((key) => key.split(',').filter(Boolean)),
  }
  yield `${JSON.stringify(head)}\n`
  for (let index = 0; index < packedRows.length; index += ROWS_PER_CHUNK)
    yield packedRows
      .slice(index, index + ROWS_PER_CHUNK)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join('')
}

function packRow({ blanks, clears, errors, warnings, ...rest }: MappedRow, listIndexes: Map<string, number>): PackedRow {
  const key = blanks.join(',')
  const listIndex = listIndexes.get(key) ?? listIndexes.size
  listIndexes.set(key, listIndex)
  return {
    ...rest,
    blanks: listIndex,
    ...(clears.length > 0 && { clears }),
    ...(errors.length > 0 && { errors }),
    ...(warnings.length > 0 && { warnings }),
  }
}

export interface TableReader {
  add: (line: string) => void
  /** Undefined until all rows are added. */
  table: () => MappedTable | undefined
}

/** Reads packed lines incrementally. */
export function createTableReader(): TableReader {
  let head: PackedHead | undefined
  const rows: MappedRow[] = []
  return {
    add: (line) => {
      if (head) rows.push(unpackRow(JSON.parse(line) as PackedRow, head.blankLists))
      else head = JSON.parse(line) as PackedHead
    },
    table: () => (head && rows.length === head.rows ? { read: head.read, mapping: head.mapping, rows } : undefined),
  }
}

const unpackRow = (row: PackedRow, blankLists: readonly string[][]): MappedRow => ({
  ...row,
  blanks: blankLists[row.blanks] ?? [],
  clears: row.clears ?? [],
  errors: row.errors ?? [],
  warnings: row.warnings ?? [],
})
