import { DiskRecords } from '../../platform/sql/diskRecords.ts'
import { MemoryRecords, type Records } from '../../sheets/records.ts'

/** Records beyond this number are on disk: 50,000 items take some 100 MB in memory. */
const MAX_IN_MEMORY = 50_000

/** Records that move to disk if there are many. */
class GrowingRecords<T> implements Records<T> {
  readonly #limit: number
  #names: (readonly string[])[] = []
  #records: MemoryRecords<T> | DiskRecords<T> = new MemoryRecords<T>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#records.size
  }

  add(record: T, names: readonly string[] = []): void {
    if (this.#records instanceof MemoryRecords) {
      if (this.#records.size < this.#limit) this.#names.push(names)
      else this.#moveToDisk(this.#records)
    }
    this.#records.add(record, names)
  }

  update(position: number, change: (record: T) => void): void {
    this.#records.update(position, change)
  }

  has(name: string): boolean {
    return this.#records.has(name)
  }

  find(name: string): readonly T[] {
    return this.#records.find(name)
  }

  slice(from: number, below: number): readonly T[] {
    return this.#records.slice(from, below)
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#records[Symbol.iterator]()
  }

  close(): void {
    if (this.#records instanceof DiskRecords) this.#records.close()
  }

  #moveToDisk(memory: MemoryRecords<T>): void {
    const disk = new DiskRecords<T>()
    this.#records = disk
    let position = 0
    for (const record of memory) disk.add(record, this.#names[position++])
    this.#names = []
  }
}

export interface PlanRecords extends Disposable {
  /** Creates an empty collection of records. Closing the set closes it too. */
  create: <T>() => Records<T>
}

/** Creates the collections of one plan. @param limit records beyond this number are on disk */
export function createPlanRecords(limit = MAX_IN_MEMORY): PlanRecords {
  const open: GrowingRecords<unknown>[] = []
  return {
    create: <T>() => {
      const records = new GrowingRecords<T>(limit)
      open.push(records)
      return records
    },
    [Symbol.dispose]: () => {
      for (const records of open.splice(0)) records.close()
    },
  }
}
