import { listDocuments, type DocumentType } from '../../contract/documents.ts'
import { listCoverageEnds, removeCoverageEnd, storeCoverageEnd } from '../../state/coverage.ts'
import { skipOtherDays } from '../../state/notifiedSteps.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { Api } from '../api.ts'
import { listAllRecords } from '../listAll.ts'
import { addDays } from '../../platform/studioDay.ts'
import type { DueContext } from './queueDueReminders.ts'
import { toCoverage } from './readCoverage.ts'
import type { Coverage, WarrantyDeps } from './types.ts'

/** Ends stored per transaction, so that other writers do not wait long. */
const ROWS_PER_TRANSACTION = 500

/** Reads coverage that ends on or before a day, including coverage that has ended. */
async function readCoverages(api: Api, types: readonly DocumentType[], untilDay: string, signal: AbortSignal): Promise<Map<string, Coverage>> {
  const coverages = new Map<string, Coverage>()
  for (const type of types) {
    const ofType = await listAllRecords(`list of documents of type ${type}`, async (query) => {
      const { data, pagination } = (await api.call(listDocuments, { query: { ...query, type, expiresTo: untilDay } }, { signal })).body
      return { data: data.flatMap((document) => toCoverage(document) ?? []), pagination }
    })
    for (const coverage of ofType) coverages.set(coverage.id, coverage)
  }
  return coverages
}

/** Stores a coverage's end and skips pending reminders of other dates. */
export async function storeEndAndSkipReminders(tx: Tx, { id, expiresOn }: Coverage): Promise<void> {
  await storeCoverageEnd(tx, { document_id: id, expires_on: expiresOn })
  const error = `The end was moved to ${expiresOn} before this could be sent.`
  await skipOtherDays(tx, { kind: 'warranty', subject: id, due_on: expiresOn, error })
}

/** Removes a document's stored end and skips its pending reminders. @param newEnd its current end, if it is outside the window */
export async function removeEndAndSkipReminders(tx: Tx, id: string, newEnd: string | undefined): Promise<void> {
  await removeCoverageEnd(tx, id)
  const error = newEnd === undefined ? 'The document has no such end any more.' : `The end was moved to ${newEnd} before this could be sent.`
  await skipOtherDays(tx, { kind: 'warranty', subject: id, due_on: newEnd ?? '', error })
}

export interface CoverageListing {
  coverages: ReadonlyMap<string, Coverage>
  newEnds: number
}

/** Lists all coverage up to the end of the window and updates the stored ends. */
export async function listCoverage({ api, state }: WarrantyDeps, { day, config }: DueContext, signal: AbortSignal): Promise<CoverageListing> {
  const { types, window_days: window } = config.warranty
  const coverages = await readCoverages(api, types, addDays(day, window), signal)
  const knownEnds = new Map((await state.read(listCoverageEnds)).map((end) => [end.document_id, end.expires_on]))
  const removedIds = [...knownEnds.keys()].filter((id) => !coverages.has(id))
  const all = [...coverages.values()]
  for (let from = 0; from < Math.max(all.length, removedIds.length); from += ROWS_PER_TRANSACTION) {
    signal.throwIfAborted()
    await state.write(async (tx) => {
      for (const coverage of all.slice(from, from + ROWS_PER_TRANSACTION)) await storeEndAndSkipReminders(tx, coverage)
      for (const id of removedIds.slice(from, from + ROWS_PER_TRANSACTION)) await removeEndAndSkipReminders(tx, id, undefined)
    })
  }
  return { coverages, newEnds: all.filter(({ id, expiresOn }) => knownEnds.get(id) !== expiresOn).length }
}
