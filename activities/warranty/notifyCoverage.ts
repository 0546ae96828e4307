import { ApplicationFailure } from '@temporalio/activity'
import { isoTime } from '../../platform/clock.ts'
import { markRetired, listEndsUntil, type CoverageEnd } from '../../worker/state/coverage.ts'
import { readCoverageWatch, refuseCoverage, storeEvaluated } from '../../worker/state/coverageWatch.ts'
import type { CoverageWatchRow } from '../../worker/state/coverageTables.ts'
import { lastSyncEnd } from '../../worker/state/syncing.ts'
import { collecting, endOfCollecting } from '../collecting.ts'
import { toFailure } from '../failures.ts'
import { guarded } from '../guarded.ts'
import { addDays } from '../studioDay.ts'
import { listCoverage } from './listCoverage.ts'
import { nextDueMoment } from './nextDueMoment.ts'
import { findDueEnds, queueDue, type Today } from './queueDue.ts'
import { toCover } from './readCover.ts'
import { readDocuments } from './readDocuments.ts'
import { readInbox } from './readInbox.ts'
import { hashSettings } from './settings.ts'
import { settles } from './settles.ts'
import { readToday } from './today.ts'
import type { Cover, CoverageSeen, WarrantyActivities, WarrantyDeps } from './types.ts'

/** What makes an evaluation necessary, and as on which day it is done. */
interface Occasion {
  watch: CoverageWatchRow
  isAsked: boolean
  /** Who is notified, when and of what has changed. */
  isChanged: boolean
  /** A sync has ended that was not taken into account. */
  isSynced: boolean
  settings: string
  syncedAt: string | null
  today: Today & { timeZone: string }
}

async function readOccasion(deps: WarrantyDeps, signal: AbortSignal): Promise<Occasion> {
  const { watch, syncedAt } = await deps.state.read(async (tx) => ({ watch: await readCoverageWatch(tx), syncedAt: await lastSyncEnd(tx) }))
  const today = await readToday(deps, signal)
  const settings = hashSettings(today.config)
  const isAsked = watch.asked > watch.answered
  const day = watch.asked_day ?? today.day
  return {
    watch,
    isAsked,
    isChanged: settings !== watch.settings,
    isSynced: syncedAt !== null && syncedAt > (watch.synced_at ?? ''),
    settings,
    syncedAt,
    today: isAsked ? { ...today, day, settledDay: day } : today,
  }
}

/** What was listed just now, by id of the document. */
type Covers = ReadonlyMap<string, Cover>

/** Reads the documents of ends that are due, unless they were listed just now. Only what is still so is due. */
async function readDue(deps: WarrantyDeps, ends: readonly CoverageEnd[], listed: Covers, signal: AbortSignal): Promise<Cover[]> {
  const isListed = (end: CoverageEnd): boolean => listed.get(end.document_id)?.expiresOn === end.expires_on
  const unread = ends.filter((end) => !isListed(end)).map(({ document_id: id }) => id)
  const documents = await readDocuments(deps.api, new Set(unread), signal)
  return ends.flatMap((end) => {
    const document = documents.get(end.document_id)
    const cover = isListed(end) ? listed.get(end.document_id) : document && toCover(document)
    return cover?.expiresOn === end.expires_on ? [cover] : []
  })
}

/** Queues what is due of all ends that are stored. @returns how many reminders were added */
async function queueAll(deps: WarrantyDeps, today: Today, listed: Covers, signal: AbortSignal): Promise<number> {
  const until = addDays(today.day, Math.max(...today.config.warranty.steps))
  const ends = await deps.state.read(async (tx) => findDueEnds(tx, await listEndsUntil(tx, until), today))
  const { queued, retired } = await queueDue(deps, await readDue(deps, ends, listed, signal), today, signal)
  await deps.state.write(async (tx) => {
    for (const id of retired) await markRetired(tx, id)
  })
  return queued
}

async function evaluate(deps: WarrantyDeps, occasion: Occasion, signal: AbortSignal): Promise<CoverageSeen> {
  const { watch, isAsked, isChanged, isSynced, today, settings, syncedAt } = occasion
  const listed = isAsked || isChanged || isSynced || watch.listed_on === null ? await listCoverage(deps, today, signal) : undefined
  await readInbox(deps, today, signal)
  const queued = await queueAll(deps, today, listed?.covers ?? new Map(), signal)
  const nextAtMs = await deps.state.read((tx) => nextDueMoment(tx, today))
  const counts = { covers: listed?.covers.size ?? 0, queued, opened: listed?.opened ?? 0 }
  const evaluated = {
    listed_on: listed ? today.day : watch.listed_on,
    answered: watch.asked,
    counts: JSON.stringify(counts),
    settings,
    next_at: nextAtMs === null ? null : isoTime(nextAtMs),
    synced_at: syncedAt,
  }
  await deps.state.write((tx) => storeEvaluated(tx, evaluated))
  deps.log.info({ day: today.day, ...counts }, `warranties and insurances were evaluated: ${queued} reminders added`)
  return {
    isSettling: false,
    nextAtMs,
    // Who has asked sends them together with what else that day has found.
    queued: isAsked ? 0 : queued,
    day: today.day,
    settledDay: today.settledDay,
    hasNewItems: isSynced && !isAsked,
    hasNewRecipients: isChanged && watch.settings !== null && !isAsked,
  }
}

/** Whoever waits for an answer hears why there is none. What may pass is retried instead. */
async function refuse({ state }: WarrantyDeps, { watch, isAsked }: Occasion, error: unknown): Promise<void> {
  const { failure } = toFailure(error, 0)
  if (!isAsked || !(failure instanceof ApplicationFailure) || !failure.nonRetryable) return
  await state.write((tx) => refuseCoverage(tx, watch.asked, { code: failure.type ?? 'internal_error', detail: failure.message }))
}

/** While a burst or a sync goes on. */
/** Evaluates all coverage: what has changed is read, what is due is queued, and it says when the next step falls due. */
export const createNotifyCoverage =
  (deps: WarrantyDeps): WarrantyActivities['notifyCoverage'] =>
  () =>
    guarded(deps.log, async (signal) => {
      const occasion = await readOccasion(deps, signal)
      if (!occasion.isAsked && (await settles(deps, occasion.watch)))
        return { ...SETTLING, day: occasion.today.day, settledDay: occasion.today.settledDay }
      try {
        const seen = await collecting(deps, () => evaluate(deps, occasion, signal))
        if (!seen.hasNewItems && !seen.hasNewRecipients) await endOfCollecting(deps)
        return seen
      } catch (error) {
        await refuse(deps, occasion, error)
        throw error
      }
    })

const SETTLING = { isSettling: true, nextAtMs: null, queued: 0, hasNewItems: false, hasNewRecipients: false } as const
