import { MAX_LIMIT } from '../../contract/page.ts'
import { forEachLimit } from './forEachLimit.ts'
import { readUntilStable } from './readUntilStable.ts'

const MAX_CONCURRENT_PAGES = 4

export type ReadPage<T> = (query: {
  limit: number
  offset: number
}) => Promise<{ data: readonly T[]; pagination: { total: number } }>

/** Destination of the records of one pass over a list. */
export interface PassRecords<T> {
  readonly size: number
  /** Stores a record. Of two records with the same id, it stores one. */
  add: (record: T) => void
}

interface RecordPass<T, R extends PassRecords<T>> {
  records: R
  totals: Set<number>
}

async function readInto<T>(
  readPage: ReadPage<T>,
  offset: number,
  pass: RecordPass<T, PassRecords<T>>,
): Promise<number> {
  const { data, pagination } = await readPage({ limit: MAX_LIMIT, offset })
  for (const record of data) pass.records.add(record)
  pass.totals.add(pagination.total)
  return pagination.total
}

async function readPass<T, R extends PassRecords<T>>(
  readPage: ReadPage<T>,
  records: R,
  onProgress: (done: number, total: number) => void,
): Promise<RecordPass<T, R>> {
  const pass = { records, totals: new Set<number>() }
  const total = await readInto(readPage, 0, pass)
  onProgress(pass.records.size, total)
  const offsets = Array.from(
    { length: Math.max(0, Math.ceil(total / MAX_LIMIT) - 1) },
    (_, page) => (page + 1) * MAX_LIMIT,
  )
  await forEachLimit(offsets, MAX_CONCURRENT_PAGES, async (offset) => {
    await readInto(readPage, offset, pass)
    onProgress(pass.records.size, total)
  })
  return pass
}

/**
 * Reads every record of a list. It reads the list again if its total changed or records were missed, because a partial
 * list would make existing records look absent.
 * @param what such as "inventory"
 * @param createRecords creates the store of a pass
 * @throws ApplicationFailure (retryable) when the list keeps changing
 */
export async function readAllRecords<T, R extends PassRecords<T>>(
  what: string,
  readPage: ReadPage<T>,
  createRecords: () => R,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<R> {
  return (await readUntilStable(what, () => readPass(readPage, createRecords(), onProgress))).records
}

/** Reads like `readAllRecords`, with the records in memory. */
export async function listAllRecords<T extends { id: string }>(
  what: string,
  readPage: ReadPage<T>,
  onProgress?: (done: number, total: number) => void,
): Promise<T[]> {
  const byId = await readAllRecords(what, readPage, () => new RecordsById<T>(), onProgress)
  return byId.list()
}

class RecordsById<T extends { id: string }> implements PassRecords<T> {
  readonly #records = new Map<string, T>()

  get size(): number {
    return this.#records.size
  }

  add(record: T): void {
    this.#records.set(record.id, record)
  }

  list(): T[] {
    return [...this.#records.values()]
  }
}
