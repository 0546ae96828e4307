import { MAX_LIMIT } from '../../contract/page.ts'
import type { ReadPage } from './listAll.ts'
import { readUntilStable } from './readUntilStable.ts'

/** Memory holds only the ids of a pass. */
interface IdPass {
  records: Set<string>
  totals: Set<number>
}

async function visitRecordsOnce<T extends { id: string }>(
  readPage: ReadPage<T>,
  visit: (records: readonly T[]) => Promise<void>,
): Promise<IdPass> {
  const pass: IdPass = { records: new Set(), totals: new Set() }
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
 * Visits every record of a list once, with one page and the ids in memory. It restarts if the total changed or records
 * were missed.
 * @param what such as "inventory"
 * @throws ApplicationFailure (retryable) when the list keeps changing
 */
export async function visitAllRecords<T extends { id: string }>(
  what: string,
  readPage: ReadPage<T>,
  visit: (records: readonly T[]) => Promise<void>,
): Promise<void> {
  const visited = new Set<string>()
  const visitNew = async (records: readonly T[]): Promise<void> => {
    const newRecords = records.filter(({ id }) => !visited.has(id))
    for (const { id } of newRecords) visited.add(id)
    if (newRecords.length > 0) await visit(newRecords)
  }
  await readUntilStable(what, () => visitRecordsOnce(readPage, visitNew))
}
