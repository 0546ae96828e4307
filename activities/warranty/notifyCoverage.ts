import { ApplicationFailure } from '@temporalio/activity'
import { isoTime } from '../../platform/clock.ts'
import { markRetired, listEndsUntil, type CoverageEnd } from '../../state/coverage.ts'
import { readCoverageWatch, refuseCoverage, storeEvaluated } from '../../state/coverageWatch.ts'
import type { CoverageWatchRow } from '../../state/coverageTables.ts'
import { nextRetry } from '../../state/inbox.ts'
import { lastSyncEnd } from '../../state/syncing.ts'
import { collecting, endOfCollecting } from '../collecting.ts'
import { describeFailed, type FailedItem } from '../eachItem.ts'
import { toFailure } from '../failures.ts'
import { guarded } from '../guarded.ts'
import { readEach } from '../readEach.ts'
import { addDays } from '../studioDay.ts'
import { listCoverage } from './listCoverage.ts'
import { nextDueMoment } from './nextDueMoment.ts'
import { findDueEnds, queueDue, type Today } from './queueDue.ts'
import { toCover } from './readCover.ts'
import { documentReaders } from './readDocuments.ts'
import { readInbox } from './readInbox.ts'
import { hashSettings } from './settings.ts'
import { settles } from './settles.ts'
import { readToday } from './today.ts'
import type { Cover, CoverageSeen, WarrantyActivities, WarrantyDeps } from './types.ts'

/** Retry after failed reads. */
const RETRY_AFTER_MS = 30 * 60_000
const UNREAD = 'Reminders of warranties and insurances could not be made'

/** Reason for an evaluation, and the day it is for. */
interface Occasion {
  watch: CoverageWatchRow
  isAsked: boolean
  /** Recipients, times or steps have changed. */
  isChanged: boolean
  /** A sync has ended since the last evaluation. */
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

type Covers = ReadonlyMap<string, Cover>

/** Reads the documents of due ends, except those just listed. Only unchanged ends remain due. */
async function readDue(
  { api }: WarrantyDeps,
  ends: readonly CoverageEnd[],
  listed: Covers,
  signal: AbortSignal,
): Promise<{ due: Cover[]; failed: FailedItem<string>[] }> {
  const isListed = (end: CoverageEnd): boolean => listed.get(end.document_id)?.expiresOn === end.expires_on
  const unread = ends.filter((end) => !isListed(end)).map(({ document_id: id }) => id)
  const { found, failed } = await readEach({ api, signal }, new Set(unread), documentReaders(api, signal))
  const due = ends.flatMap((end) => {
    const document = found.get(end.document_id)
    const cover = isListed(end) ? listed.get(end.document_id) : document && toCover(document)
    return cover?.expiresOn === end.expires_on ? [cover] : []
  })
  return { due, failed }
}

/** Queues due reminders of all stored ends. @returns the number added and the failed documents, by title */
async function queueAll(
  deps: WarrantyDeps,
  today: Today,
  listed: Covers,
  signal: AbortSignal,
): Promise<{ queued: number; failed: FailedItem<string>[] }> {
  const until = addDays(today.day, Math.max(...today.config.warranty.steps))
  const ends = await deps.state.read(async (tx) => findDueEnds(tx, await listEndsUntil(tx, until), today))
  const read = await readDue(deps, ends, listed, signal)
  const { queued, retired, failed } = await queueDue(deps, read.due, today, signal)
  for (const { item, error } of read.failed) deps.log.warn({ documentId: item, err: error }, 'a document that is due could not be read')
  for (const { item, error } of failed)
    deps.log.warn({ documentId: item.id, gearId: item.gearId, err: error }, 'the item of a document that is due could not be read')
  await deps.state.write(async (tx) => {
    for (const id of retired) await markRetired(tx, id)
  })
  const unnamed = read.failed.map(({ error }) => ({ item: 'a document that cannot be read', error }))
  return { queued, failed: [...unnamed, ...failed.map(({ item, error }) => ({ item: item.title, error }))] }
}

/** Moment of the next step or retry. */
async function nextMoment(deps: WarrantyDeps, today: Occasion['today'], hasFailed: boolean): Promise<number | null> {
  const { dueAtMs, retryAt } = await deps.state.read(async (tx) => ({
    dueAtMs: await nextDueMoment(tx, today),
    retryAt: await nextRetry(tx, 'warranty'),
  }))
  const moments = [
    dueAtMs ?? Infinity,
    retryAt === undefined ? Infinity : Date.parse(retryAt),
    hasFailed ? deps.clock.nowMs() + RETRY_AFTER_MS : Infinity,
  ]
  const first = Math.min(...moments)
  return Number.isFinite(first) ? first : null
}

async function evaluate(deps: WarrantyDeps, occasion: Occasion, signal: AbortSignal): Promise<CoverageSeen> {
  const { watch, isAsked, isChanged, isSynced, today, settings, syncedAt } = occasion
  const listed = isAsked || isChanged || isSynced || watch.listed_on === null ? await listCoverage(deps, today, signal) : undefined
  await readInbox(deps, today, signal)
  const { queued, failed } = await queueAll(deps, today, listed?.covers ?? new Map(), signal)
  const nextAtMs = await nextMoment(deps, today, failed.length > 0)
  const counts = { covers: listed?.covers.size ?? 0, queued, opened: listed?.opened ?? 0 }
  const evaluated = {
    listed_on: listed ? today.day : watch.listed_on,
    answered: watch.asked,
    counts: JSON.stringify(counts),
    settings,
    next_at: nextAtMs === null ? null : isoTime(nextAtMs),
    synced_at: syncedAt,
  }
  await deps.state.write(async (tx) => {
    await storeEvaluated(tx, evaluated)
    // The daily run reports the failure; otherwise this workflow retries.
    if (isAsked && failed.length > 0)
      await refuseCoverage(tx, watch.asked, { code: 'items_failed', detail: describeFailed(UNREAD, failed, ({ item }) => item) })
  })
  deps.log.info({ day: today.day, ...counts }, `warranties and insurances were evaluated: ${queued} reminders added`)
  return {
    isSettling: false,
    nextAtMs,
    // The daily run sends these together with its other reminders.
    queued: isAsked ? 0 : queued,
    day: today.day,
    settledDay: today.settledDay,
    hasNewItems: isSynced && !isAsked,
    hasNewRecipients: isChanged && watch.settings !== null && !isAsked,
  }
}

/** Reports a final error to the waiting daily run. Transient errors are retried instead. */
async function refuse({ state }: WarrantyDeps, { watch, isAsked }: Occasion, error: unknown): Promise<void> {
  const { failure } = toFailure(error, 0)
  if (!isAsked || !(failure instanceof ApplicationFailure) || !failure.nonRetryable) return
  await state.write((tx) => refuseCoverage(tx, watch.asked, { code: failure.type ?? 'internal_error', detail: failure.message }))
}

/** Evaluates all coverage: reads what has changed, queues due reminders and determines the next step. */
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
