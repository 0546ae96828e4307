import { MAX_LIMIT } from '../contract/page.ts'
import { forEachLimit } from './forEachLimit.ts'
import { readUntilStable } from './readUntilStable.ts'

const MAX_CONCURRENT_PAGES = 4

export type ReadPage<T> = (query: { limit: number; offset: number }) => Promise<{ data: readonly T[]; pagination: { total: number } }>

interface RecordPass<T> {
  records: Map<string, T>
  totals: Set<number>
}

async function readInto<T extends { id: string }>(readPage: ReadPage<T>, offset: number, pass: RecordPass<T>): Promise<number> {
  const { data, pagination } = await readPage({ limit: MAX_LIMIT, offset })
  for (const record of data) pass.records.set(record.id, record)
  pass.totals.add(pagination.total)
  return pagination.total
}

async function readPass<T extends { id: string }>(readPage: ReadPage<T>, onProgress: (done: number, total: number) => void): Promise<RecordPass<T>> {
  const pass: RecordPass<T> = { records: new Map(), totals: new Set() }
  const total = await readInto(readPage, 0, pass)
  onProgress(pass.records.size, total)
  const offsets = Array.from({ length: Math.max(0, Math.ceil(total / MAX_LIMIT) - 1) }, (_, page) => (page + 1) * MAX_LIMIT)
  await forEachLimit(offsets, MAX_CONCURRENT_PAGES, async (offset) => {
    await readInto(readPage, offset, pass)
    onProgress(pass.records.size, total)
  })
  return pass
}

/**
 * Reads every record of a list, deduplicated by id. Reads the list again when its total changed or records were missed, because a partial list would
 * make existing records look absent.
 * @param what such as "inventory"
 * @throws ApplicationFailure (retryable) when the list keeps changing
 */
export async function listAllRecords<T extends { id: string }>(
  what: string,
  readPage: ReadPage<T>,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<T[]> {
  const { records } = await readUntilStable(what, () => readPass(readPage, onProgress))
  return [...records.values()]
}
