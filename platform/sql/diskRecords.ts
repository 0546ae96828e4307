import { DatabaseSync, type StatementSync } from 'node:sqlite'

const PAGE = 500
const CACHE_KIB = 8 * 1024

/**
 * Stores records as JSON in a temporary file and finds them by position or by name. Only its user can read the file.
 * SQLite deletes it when it opens it, so that the space is free again when the process ends in any way.
 * `SQLITE_TMPDIR`, else `TMPDIR`, names its folder.
 */
export class DiskRecords<T> {
  // An empty name opens a temporary database, which stays in the cache while it is small.
  readonly #db = new DatabaseSync('')
  readonly #insertRecord: StatementSync
  readonly #updateRecord: StatementSync
  readonly #insertName: StatementSync
  readonly #selectByName: StatementSync
  readonly #selectName: StatementSync
  readonly #selectPage: StatementSync
  #size = 0
  #found: { name: string; records: readonly T[] } | undefined

  constructor() {
    this.#db.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -${CACHE_KIB}`,
    )
    this.#db.exec(`
      CREATE TABLE record (position INTEGER PRIMARY KEY, body TEXT NOT NULL);
      CREATE TABLE name (name TEXT, position INTEGER, PRIMARY KEY (name, position)) WITHOUT ROWID;
      BEGIN`)
    this.#insertRecord = this.#db.prepare('INSERT INTO record (position, body) VALUES (?, ?)')
    this.#updateRecord = this.#db.prepare('UPDATE record SET body = ? WHERE position = ?')
    this.#insertName = this.#db.prepare('INSERT OR IGNORE INTO name (name, position) VALUES (?, ?)')
    this.#selectByName = this.#db.prepare(
      'SELECT body FROM name JOIN record USING (position) WHERE name = ? ORDER BY position',
    )
    this.#selectName = this.#db.prepare('SELECT 1 FROM name WHERE name = ? LIMIT 1')
    this.#selectPage = this.#db.prepare(
      'SELECT body FROM record WHERE position >= ? AND position < ? ORDER BY position',
    )
  }

  get size(): number {
    return this.#size
  }

  add(record: T, names: readonly string[] = []): void {
    this.#found = undefined
    this.#insertRecord.run(this.#size, JSON.stringify(record))
    for (const name of names) this.#insertName.run(name, this.#size)
    this.#size++
  }

  update(position: number, change: (record: T) => void): void {
    const [record] = this.slice(position, position + 1)
    if (record === undefined) return
    this.#found = undefined
    change(record)
    this.#updateRecord.run(JSON.stringify(record), position)
  }

  has(name: string): boolean {
    return this.#selectName.get(name) !== undefined
  }

  find(name: string): readonly T[] {
    if (this.#found?.name !== name) this.#found = { name, records: this.#parse(this.#selectByName.all(name)) }
    return this.#found.records
  }

  slice(from: number, below: number): readonly T[] {
    return this.#parse(this.#selectPage.all(from, below))
  }

  *[Symbol.iterator](): Generator<T> {
    for (let from = 0; from < this.#size; from += PAGE) yield* this.slice(from, from + PAGE)
  }

  close(): void {
    this.#db.close()
  }

  #parse(rows: readonly Record<string, unknown>[]): T[] {
    return rows.map(({ body }) => JSON.parse(String(body)) as T)
  }
}
