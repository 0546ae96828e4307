import { MAX_LIMIT } from '../contract/page.ts'
import type { ReadPage } from './listAll.ts'
import { untilStill } from './untilStill.ts'

/** Of the records only the ids are held. */
interface Pass {
  records: Set<string>
  totals: Set<number>
}

async function walkOnce<T extends { id: string }>(readPage: ReadPage<T>, visit: (records: readonly T[]) => Promise<void>): Promise<Pass> {
  const pass: Pass = { records: new Set(), totals: new Set() }
  for (let offset = 0, total = 1; offset < total; offset += MAX_LIMIT) {
    const { data, pagination } = await readPage({ limit: MAX_LIMIT, offset })
    for (const { id } of data) pass.records.add(id)
    total = pagination.total
    pass.totals.add(total)
    await visit(data)
  }
  return pass
}

/**
 * Visits every record of a list, page by page: no more than a page and the ids are held. When the total moved or some were missed, the list is
 * walked again, and each record is visited once all the same.
 * @param what such as "inventory"
 * @throws ApplicationFailure (retryable) when the list never holds still.
 */
export async function walkList<T extends { id: string }>(
  what: string,
  readPage: ReadPage<T>,
  visit: (records: readonly T[]) => Promise<void>,
): Promise<void> {
  const visited = new Set<string>()
  const visitNew = async (records: readonly T[]): Promise<void> => {
    const fresh = records.filter(({ id }) => !visited.has(id))
    for (const { id } of fresh) visited.add(id)
    if (fresh.length > 0) await visit(fresh)
  }
  await untilStill(what, () => walkOnce(readPage, visitNew))
}
