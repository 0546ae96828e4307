import { listDocuments, type DocumentType } from '../../contract/api/documents.ts'
import {
  countCoverageEndsBefore,
  listCoverageEnds,
  removeCoverageEnd,
  storeCoverageEnd,
  unmarkCoverageRetired,
} from '../../state/coverage/coverage.ts'
import { say } from '../../contract/sentences/say.ts'
import { skipOtherDays } from '../../state/reminders/notifiedSteps.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { Api } from '../shared/api.ts'
import { listAllRecords } from '../shared/listAll.ts'
import { addDays, countDaysBetween } from '../../platform/studioDay.ts'
import type { DueContext } from './dueRecipients.ts'
import { toCoverage } from './readCoverage.ts'
import type { Coverage, WarrantyDeps } from './types.ts'

/** Maximum number of ends per transaction, so that other writers do not wait long. */
const ROWS_PER_TRANSACTION = 500

/** Coverage that ended earlier is counted, and listed only if the count differs. */
const LISTED_ENDED_DAYS = 31
/**
 * Long-ended coverage is listed at least this often, because a count does not show that one document replaced another.
 */
const MAX_DAYS_BETWEEN_FULL_LISTS = 7

/** Reads coverage that ends within some days. @param fromDay undefined includes all ended coverage */
async function readCoverages(
  api: Api,
  types: readonly DocumentType[],
  { fromDay, untilDay }: { fromDay: string | undefined; untilDay: string },
  signal: AbortSignal,
): Promise<Map<string, Coverage>> {
  const coverages = new Map<string, Coverage>()
  const expires = { expiresTo: untilDay, ...(fromDay !== undefined && { expiresFrom: fromDay }) }
  for (const type of types) {
    const ofType = await listAllRecords(`list of documents of type ${type}`, async (query) => {
      const { data, pagination } = (
        await api.call(listDocuments, { query: { ...query, ...expires, type } }, { signal })
      ).body
      return { data: data.flatMap((document) => toCoverage(document) ?? []), pagination }
    })
    for (const coverage of ofType) coverages.set(coverage.id, coverage)
  }
  return coverages
}

async function countEndedBefore(
  api: Api,
  types: readonly DocumentType[],
  day: string,
  signal: AbortSignal,
): Promise<number> {
  let count = 0
  for (const type of types) {
    const query = { type, expiresTo: addDays(day, -1), limit: 1, offset: 0 }
    count += (await api.call(listDocuments, { query }, { signal })).body.pagination.total
  }
  return count
}

/** Stores a coverage's end and skips pending reminders of other dates. */
export async function storeEndAndSkipReminders(tx: Tx, { id, expiresOn }: Coverage): Promise<void> {
  await storeCoverageEnd(tx, { document_id: id, expires_on: expiresOn })
  const error = say('end_moved', { day: expiresOn })
  await skipOtherDays(tx, { kind: 'warranty', subject: id, due_on: expiresOn, error })
}

/**
 * Removes a document's stored end and skips its pending reminders.
 * @param newEnd its current end, if it is outside the window
 */
export async function removeEndAndSkipReminders(tx: Tx, id: string, newEnd: string | undefined): Promise<void> {
  await removeCoverageEnd(tx, id)
  const error = newEnd === undefined ? say('document_has_no_end') : say('end_moved', { day: newEnd })
  await skipOtherDays(tx, { kind: 'warranty', subject: id, due_on: newEnd ?? '', error })
}

export interface CoverageListing {
  coverages: ReadonlyMap<string, Coverage>
  /** Number of documents whose coverage ended before the listed ones. */
  endedEarlier: number
  newEnds: number
  /** Day of the last full list. */
  allListedOn: string
}

/** @returns the number of stored ends before a day; undefined if the API's number differs or a full list is due */
async function countIfUnchanged(
  { api, state }: WarrantyDeps,
  { day, config }: DueContext,
  { fromDay, allListedOn }: { fromDay: string; allListedOn: string | null },
  signal: AbortSignal,
): Promise<number | undefined> {
  const age = allListedOn === null ? Infinity : countDaysBetween(allListedOn, day)
  if (age < 0 || age >= MAX_DAYS_BETWEEN_FULL_LISTS) return undefined
  const stored = await state.read((tx) => countCoverageEndsBefore(tx, fromDay))
  return (await countEndedBefore(api, config.warranty.types, fromDay, signal)) === stored ? stored : undefined
}

/** Stores differences from the stored ends since a day. @returns the number of new or changed ends */
async function storeChanges(
  { state }: WarrantyDeps,
  coverages: ReadonlyMap<string, Coverage>,
  fromDay: string,
  signal: AbortSignal,
): Promise<number> {
  const knownEnds = new Map(
    (await state.read((tx) => listCoverageEnds(tx, fromDay))).map((end) => [end.document_id, end.expires_on]),
  )
  const removedIds = [...knownEnds.keys()].filter((id) => !coverages.has(id))
  const changed = [...coverages.values()].filter(({ id, expiresOn }) => knownEnds.get(id) !== expiresOn)
  for (let from = 0; from < Math.max(changed.length, removedIds.length); from += ROWS_PER_TRANSACTION) {
    signal.throwIfAborted()
    await state.write(async (tx) => {
      for (const coverage of changed.slice(from, from + ROWS_PER_TRANSACTION))
        await storeEndAndSkipReminders(tx, coverage)
      for (const id of removedIds.slice(from, from + ROWS_PER_TRANSACTION))
        await removeEndAndSkipReminders(tx, id, undefined)
    })
  }
  // Items that were retired may be in use again.
  await state.write((tx) => unmarkCoverageRetired(tx, fromDay))
  return changed.length
}

/**
 * Lists coverage from a month ago to the end of the window, and updates the stored ends. Earlier coverage is listed if
 * its number differs from the stored one, and once a week.
 * @param allListedOn day of the last full list; null: list all
 */
export async function listCoverage(
  deps: WarrantyDeps,
  context: DueContext,
  allListedOn: string | null,
  signal: AbortSignal,
): Promise<CoverageListing> {
  const { day, config } = context
  const fromDay = addDays(day, -LISTED_ENDED_DAYS)
  const endedEarlier = await countIfUnchanged(deps, context, { fromDay, allListedOn }, signal)
  const isFull = endedEarlier === undefined
  const range = { fromDay: isFull ? undefined : fromDay, untilDay: addDays(day, config.warranty.window_days) }
  const coverages = await readCoverages(deps.api, config.warranty.types, range, signal)
  const newEnds = await storeChanges(deps, coverages, range.fromDay ?? '', signal)
  return { coverages, endedEarlier: endedEarlier ?? 0, newEnds, allListedOn: isFull ? day : (allListedOn ?? day) }
}
