import type { Lookup } from './lookup.ts'
import type { Change } from './statementChange.ts'

type Row = { id?: unknown }

interface Found {
  key: string
  rows: readonly Row[]
}

const toMapKey = (account: string, key: string): string => `${account} ${key}`

/** Rows that a transaction has read before its jobs need them, without those that it has changed since. */
export class RowsReadAhead {
  readonly #rows = new Map<Lookup<unknown>, Map<string, Found>>()

  /** @param rows all rows of the key */
  set(lookup: Lookup<unknown>, account: string, key: string, rows: readonly unknown[]): void {
    const found = this.#rows.get(lookup) ?? new Map<string, Found>()
    this.#rows.set(lookup, found)
    found.set(toMapKey(account, key), { key, rows: rows as readonly Row[] })
  }

  /** @returns all rows of the key; undefined if they were not read or have changed since */
  find(lookup: Lookup<unknown>, account: string, key: string): readonly unknown[] | undefined {
    return this.#rows.get(lookup)?.get(toMapKey(account, key))?.rows
  }

  /**
   * Drops the rows that a statement changes, which its arguments identify by key or id. An update or a delete without
   * an argument `id` may change any row of its table.
   */
  dropChanged(change: Change, args: object): void {
    for (const [lookup, found] of this.#rows) {
      if (change.kind === 'unknown') found.clear()
      if (found.size === 0 || lookup.table !== change.table) continue
      if (change.kind === 'update' && !change.columns.some((column) => lookup.columns.includes(column))) continue
      if (change.kind !== 'insert' && !('id' in args)) found.clear()
      const values = new Set<unknown>(Object.values(args))
      for (const [mapKey, { key, rows }] of found)
        if (values.has(key) || rows.some(({ id }) => id !== undefined && values.has(id))) found.delete(mapKey)
    }
  }

  clear(): void {
    this.#rows.clear()
  }
}
