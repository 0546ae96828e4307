/**
 * Records in insertion order, found by position or by name. A plan of a large sheet has them on disk, so each access
 * may build a record anew.
 */
export interface Records<T> extends Iterable<T> {
  readonly size: number
  /** @param names a record may have several names, and a name several records */
  add: (record: T, names?: readonly string[]) => void
  /** Changes the record at a position. Its names stay. */
  update: (position: number, change: (record: T) => void) => void
  has: (name: string) => boolean
  /** Finds records by name, in insertion order. */
  find: (name: string) => readonly T[]
  /** Returns the records from a position up to, but excluding, another one. */
  slice: (from: number, below: number) => readonly T[]
}

/** Records in memory. */
export class MemoryRecords<T> implements Records<T> {
  readonly #records: T[] = []
  readonly #byName = new Map<string, T[]>()

  get size(): number {
    return this.#records.length
  }

  add(record: T, names: readonly string[] = []): void {
    this.#records.push(record)
    for (const name of names) {
      const named = this.#byName.get(name)
      if (named) named.push(record)
      else this.#byName.set(name, [record])
    }
  }

  update(position: number, change: (record: T) => void): void {
    const record = this.#records[position]
    if (record !== undefined) change(record)
  }

  has(name: string): boolean {
    return this.#byName.has(name)
  }

  find(name: string): readonly T[] {
    return this.#byName.get(name) ?? []
  }

  slice(from: number, below: number): readonly T[] {
    return this.#records.slice(from, below)
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#records[Symbol.iterator]()
  }
}
