import type { Api } from './api.ts'
import { forEachItem, affectsEveryItem, type FailedItem } from './forEachItem.ts'
import { MAX_SINGLE_READS, readRecordsById, type RecordReaders } from './readRecordsById.ts'

const MAX_CONCURRENT = 4

/** `found` is keyed by id. A record that does not exist is in neither `found` nor `failed`. */
export interface ReadResult<T> {
  found: Map<string, T>
  failed: FailedItem<string>[]
}

/**
 * Reads records like `readRecordsById`; a failed one does not stop the others.
 * @throws errors that would affect every record
 */
export async function readEachRecord<T extends { id: string }>(
  { api, signal }: { api: Api; signal: AbortSignal },
  ids: ReadonlySet<string>,
  readers: RecordReaders<T>,
): Promise<ReadResult<T>> {
  if (ids.size > MAX_SINGLE_READS) {
    try {
      return { found: await readRecordsById(ids, readers), failed: [] }
    } catch (error) {
      // The error does not say which record caused it, so read them one by one.
      if (await affectsEveryItem(error, api, signal)) throw error
    }
  }
  const found = new Map<string, T>()
  const failed = await forEachItem({ api, signal, limit: MAX_CONCURRENT }, [...ids], async (id) => {
    const record = await readers.readOne(id)
    if (record) found.set(id, record)
  })
  return { found, failed }
}
