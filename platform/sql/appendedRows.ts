import type { Compiled, SqlValue } from './types.ts'

type Row = Readonly<Record<string, SqlValue>>

export interface BoundQuery {
  name: string
  text: string
  values: SqlValue[]
}

interface Group {
  compiled: Compiled
  rows: Row[]
  keys: Set<string>
}

export const bindParameters = ({ name, text, names }: Compiled, args: object): BoundQuery => {
  const values = args as Row
  return { name, text, values: names.map((one) => values[one] ?? null) }
}

function bindGroup({ compiled, rows }: Group): BoundQuery {
  const { manyRows } = compiled
  const [first] = rows
  if (!manyRows || !first || rows.length === 1) return bindParameters(compiled, first ?? {})
  const objects = rows.map((row) => {
    const object: Record<string, SqlValue> = {}
    for (const [column, argument] of manyRows.columns) object[column] = row[argument] ?? null
    return object
  })
  return { name: manyRows.name, text: manyRows.text, values: [JSON.stringify(objects)] }
}

/**
 * Rows that wait to be sent as one statement. A table has only rows of one statement, so that its changes keep their
 * order.
 */
export class AppendedRows {
  readonly #groups = new Map<string, Group>()
  readonly #send: (query: BoundQuery) => void

  constructor(send: (query: BoundQuery) => void) {
    this.#send = send
  }

  /** @param compiled has a form for many rows */
  add(compiled: Compiled, args: object): void {
    const table = compiled.change?.table ?? ''
    const row = args as Row
    const key = compiled.manyRows?.keys.map((name) => String(row[name])).join(' ') ?? ''
    const waiting = this.#groups.get(table)
    if (waiting && (waiting.compiled !== compiled || waiting.keys.has(key))) this.sendTable(table)
    const group = this.#groups.get(table) ?? { compiled, rows: [], keys: new Set<string>() }
    this.#groups.set(table, group)
    group.rows.push(row)
    if (key !== '') group.keys.add(key)
  }

  sendTable(table: string): void {
    const group = this.#groups.get(table)
    if (!group) return
    this.#groups.delete(table)
    this.#send(bindGroup(group))
  }

  sendAll(): void {
    for (const table of this.#groups.keys()) this.sendTable(table)
  }

  clear(): void {
    this.#groups.clear()
  }
}
