import { listDocuments, type DocumentType } from '../../contract/documents.ts'
import type { WatchInput } from '../../contract/temporal.ts'
import type { Api } from '../api.ts'
import { forEachLimit } from '../concurrency.ts'
import { guarded } from '../guarded.ts'
import { listAll } from '../listAll.ts'
import { addDays, daysBetween } from '../studioDay.ts'
import { toCover } from './readCover.ts'
import { placeOf } from './takeUp.ts'
import { queueDue } from './queueDue.ts'
import type { Cover, WarrantyActivities, WarrantyDeps } from './types.ts'

const AT_ONCE = 8

/** Every cover that has ended or ends by a day. What ends later is not asked for, however much there is of it. */
async function listCovers(api: Api, types: readonly DocumentType[], until: string, signal: AbortSignal): Promise<Cover[]> {
  const covers: Cover[] = []
  for (const type of types) {
    const ofType = await listAll(`list of documents of type ${type}`, async (query) => {
      const { data, pagination } = (await api.call(listDocuments, { query: { ...query, type, expiresTo: until } }, { signal })).body
      return { data: data.flatMap((document) => toCover(document) ?? []), pagination }
    })
    covers.push(...ofType)
  }
  return covers
}

const nameOf = ({ documentId, expiresOn }: WatchInput): string => `${documentId} ${expiresOn}`

/** Opens the watches that are missing and wakes those that nothing is left for: they look, and end. */
async function reconcileWatches({ watches }: WarrantyDeps, wanted: readonly WatchInput[]): Promise<{ opened: number; woken: number }> {
  const open = await watches.listOpen()
  const there = new Set(open.map(nameOf))
  const isWanted = new Set(wanted.map(nameOf))
  const missing = wanted.filter((watch) => !there.has(nameOf(watch)))
  const leftOver = open.filter((watch) => !isWanted.has(nameOf(watch)))
  await forEachLimit(missing, AT_ONCE, (watch) => watches.open(watch))
  await forEachLimit(leftOver, AT_ONCE, (watch) => watches.wake(watch))
  return { opened: missing.length, woken: leftOver.length }
}

/**
 * Does for every cover that has ended or lies inside the window what events would have done, so that it needs none: what is due is put into
 * the ledger, and a Temporal that has lost its watches gets them back.
 */
export const createReconcileWarranties =
  (deps: WarrantyDeps): WarrantyActivities['reconcileWarranties'] =>
  ({ day }) =>
    guarded(deps.log, async (signal) => {
      const today = { day, settledDay: day, config: await deps.readConfig() }
      const { types, window_days: window, steps } = today.config.warranty
      const covers = await listCovers(deps.api, types, addDays(day, window), signal)
      const { queued } = await queueDue(deps, covers, today, signal)
      const hasStepLeft = ({ expiresOn }: Cover): boolean => steps.some((step) => step < daysBetween(day, expiresOn))
      const wanted = covers
        .filter((cover) => placeOf(cover.expiresOn, today) === 'inside' && hasStepLeft(cover))
        .map(({ id, expiresOn }) => ({ documentId: id, expiresOn }))
      const counts = { covers: covers.length, queued, ...(await reconcileWatches(deps, wanted)) }
      deps.log.info({ day, ...counts }, `cover of the inventory was looked through: ${queued} reminders added, ${counts.opened} watches opened`)
      return counts
    })
