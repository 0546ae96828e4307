import type { SheetMapping } from '../contract/explain.ts'
import type { MappedRow, MappedTable, ReadSection } from './types.ts'

/** First line of a packed table; one row per line follows. Lists of blank fields repeat and are stored once. */
interface PackedHead {
  read: ReadSection
  mapping: SheetMapping
  rows: number
  blankLists: string[][]
}

/** A row without empty members; `blanks` is an index. */
interface PackedRow extends Partial<Omit<MappedRow, 'blanks'>> {
  row: number
  fields: Record<string, unknown>
  blanks: number
}

const ROWS_PER_CHUNK = 500

export function* packTable(table: MappedTable): Generator<string> {
  const lists = new Map<string, number>()
  const packed = table.rows.map((row) => packRow(row, lists))
  const head: PackedHead = {
    read: table.read,
    mapping: table.mapping,
    rows: packed.length,
    blankLists: [...lists.keys()].map((key) => key.split(',').filter(Boolean)),
  }
  yield `${JSON.stringify(head)}\n`
  for (let index = 0; index < packed.length; index += ROWS_PER_CHUNK)
    yield packed
      .slice(index, index + ROWS_PER_CHUNK)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join('')
}

function packRow({ blanks, clears, errors, warnings, ...rest }: MappedRow, lists: Map<string, number>): PackedRow {
  const key = blanks.join(',')
  const place = lists.get(key) ?? lists.size
  lists.set(key, place)
  return {
    ...rest,
    blanks: place,
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
