import { forEachLimit } from './forEachLimit.ts'
import type { ReadPage } from './listAll.ts'
import { visitAllRecords } from './walkList.ts'

/** Above this number, reading the whole list takes fewer requests. */
export const MAX_SINGLE_READS = 400
const MAX_CONCURRENT = 4

export interface RecordReaders<T> {
  /** Name of the records, such as "inventory". */
  what: string
  /** Resolves to undefined if the record does not exist. */
  readOne: (id: string) => Promise<T | undefined>
  readPage: ReadPage<T>
}

/** Reads current records by id; missing ones are left out. @throws errors of `readOne` */
export async function readRecordsById<T extends { id: string }>(
  ids: ReadonlySet<string>,
  { what, readOne, readPage }: RecordReaders<T>,
): Promise<Map<string, T>> {
  const found = new Map<string, T>()
  if (ids.size > MAX_SINGLE_READS) {
    await visitAllRecords(what, readPage, async (records) => {
      for (const record of records) if (ids.has(record.id)) found.set(record.id, record)
    })
    return found
  }
  await forEachLimit([...ids], MAX_CONCURRENT, async (id) => {
    const record = await readOne(id)
    if (record) found.set(id, record)
  })
  return found
}
