import type { Api } from './api.ts'
import { forEachItem, affectsEveryItem, type FailedItem } from './eachItem.ts'
import { MAX_SINGLE_READS, readMany, type Readers } from './readMany.ts'

const MAX_CONCURRENT = 4

/** `found` by id. A record that does not exist is in neither. */
export interface ReadEach<T> {
  found: Map<string, T>
  failed: FailedItem<string>[]
}

/** Reads records like `readMany`; a failed one does not stop the others. @throws errors that would hit every record */
export async function readEach<T extends { id: string }>(
  { api, signal }: { api: Api; signal: AbortSignal },
  ids: ReadonlySet<string>,
  readers: Readers<T>,
): Promise<ReadEach<T>> {
  if (ids.size > MAX_SINGLE_READS) {
    try {
      return { found: await readMany(ids, readers), failed: [] }
    } catch (error) {
      // A list does not tell which record breaks it.
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
