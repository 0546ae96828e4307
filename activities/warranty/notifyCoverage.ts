import { say } from '../../contract/sentences/say.ts'
import { ApplicationFailure } from '@temporalio/activity'
import { toIsoTime } from '../../platform/clock.ts'
import {
  listOpenCoverageEnds,
  markCoverageRetired,
  unsettleCoverageEnds,
  findFirstCoverageEndAfter,
  type CoverageEnd,
} from '../../state/coverage/coverage.ts'
import {
  readCoverageWatch,
  recordCoverageBegin,
  storeCoverageAnswer,
  storeCoverageError,
  storeEvaluation,
  type CoverageAnswer,
  type CoverageError,
} from '../../state/coverage/coverageWatch.ts'
import type { CoverageWatchRow } from '../../state/tables/coverageTables.ts'
import { findNextRetry } from '../../state/inbox/inbox.ts'
import { findLastSyncEnd } from '../../state/sync/isSyncApplying.ts'
import { withRemindersHeld, releaseReminders } from '../notify/holdReminders.ts'
import { sayFailedItems, type FailedItem } from '../shared/forEachItem.ts'
import { toFailure, toReason } from '../shared/failures.ts'
import { runActivity } from '../shared/runActivity.ts'
import { readEachRecord } from '../shared/readEachRecord.ts'
import { addDays, localTimeToMs } from '../../platform/studioDay.ts'
import { listCoverage } from './listCoverage.ts'
import type { DueContext } from './dueRecipients.ts'
import { findDueEnds, queueDueReminders } from './queueDueReminders.ts'
import { toCoverage } from './readCoverage.ts'
import { createDocumentReaders } from './readDocuments.ts'
import { readInbox } from './readInbox.ts'
import { settleEnds } from './settleEnds.ts'
import { hashSettings, listCoverageSteps } from './settings.ts'
import { shouldWaitForMoreEvents } from './shouldWaitForMoreEvents.ts'
import type { Coverage, CoverageEvaluation, WarrantyDeps } from './types.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { readToday } from '../shared/readToday.ts'

async function readDueContext(deps: WarrantyDeps, signal: AbortSignal): Promise<DueContext & { timeZone: string }> {
  const config = await deps.readConfig()
  return { ...(await readToday(deps, config, signal)), config }
}

/**
 * Finds the time of the next reminder step of any coverage, at that day's reminder time. It takes one query per step,
 * regardless of the number of ends.
 * @returns Unix milliseconds; null if no step is left
 */
async function findNextDueMs(
  tx: Tx,
  { settledDay, config, timeZone }: DueContext & { timeZone: string },
): Promise<number | null> {
  const days: string[] = []
  for (const step of listCoverageSteps(config)) {
    const end = await findFirstCoverageEndAfter(tx, addDays(settledDay, step))
    if (end !== undefined) days.push(addDays(end, -step))
  }
  const [first] = days.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  return first === undefined ? null : localTimeToMs(first, config.reminders.at, timeZone)
}

const RETRY_AFTER_MS = 30 * 60_000
const FAILURE = 'coverage_reminders_failed'

interface EvaluationRequest {
  watch: CoverageWatchRow
  /** True if a daily run waits for the evaluation. */
  isRequested: boolean
}

/** Reasons for an evaluation, and its day. */
interface EvaluationTrigger extends EvaluationRequest {
  /** True if recipients, times or steps have changed. */
  isChanged: boolean
  /** True if a sync has ended since the last evaluation. */
  isSynced: boolean
  settings: string
  syncedAt: string | null
  context: DueContext & { timeZone: string }
}

async function readRequest({ state }: WarrantyDeps): Promise<EvaluationRequest> {
  const watch = await state.read(readCoverageWatch)
  return { watch, isRequested: watch.asked > watch.answered }
}

async function readTrigger(
  deps: WarrantyDeps,
  { watch, isRequested }: EvaluationRequest,
  signal: AbortSignal,
): Promise<EvaluationTrigger> {
  const syncedAt = await deps.state.read(findLastSyncEnd)
  const context = await readDueContext(deps, signal)
  const settings = hashSettings(context.config)
  const day = watch.asked_day ?? context.day
  return {
    watch,
    isRequested,
    isChanged: settings !== watch.settings,
    isSynced: syncedAt !== null && syncedAt > (watch.synced_at ?? ''),
    settings,
    syncedAt,
    context: isRequested ? { ...context, day, settledDay: day } : context,
  }
}

type CoverageById = ReadonlyMap<string, Coverage>

/** Reads the documents of due ends, except those just listed. An end that has changed is no longer due. */
async function readDue(
  { api }: WarrantyDeps,
  ends: readonly CoverageEnd[],
  listedCoverages: CoverageById,
  signal: AbortSignal,
): Promise<{ due: Coverage[]; failed: FailedItem<string>[] }> {
  const isListed = (end: CoverageEnd): boolean => listedCoverages.get(end.document_id)?.expiresOn === end.expires_on
  const unreadIds = ends.filter((end) => !isListed(end)).map(({ document_id: id }) => id)
  const { found, failed } = await readEachRecord(
    { api, signal },
    new Set(unreadIds),
    createDocumentReaders(api, signal),
  )
  const due = ends.flatMap((end) => {
    const document = found.get(end.document_id)
    const coverage = isListed(end) ? listedCoverages.get(end.document_id) : document && toCoverage(document)
    return coverage?.expiresOn === end.expires_on ? [coverage] : []
  })
  return { due, failed }
}

/** Queues due reminders of all stored ends. @returns the number added and the failed documents, by title */
async function queueAll(
  deps: WarrantyDeps,
  context: DueContext,
  listedCoverages: CoverageById,
  signal: AbortSignal,
): Promise<{ queued: number; failed: FailedItem<string>[] }> {
  const untilDay = addDays(context.day, Math.max(...listCoverageSteps(context.config)))
  const open = await deps.state.read((tx) => listOpenCoverageEnds(tx, untilDay))
  const ends = await deps.state.read((tx) => findDueEnds(tx, open, context))
  const readResult = await readDue(deps, ends, listedCoverages, signal)
  const { queued, retired, failed, concerned } = await queueDueReminders(deps, readResult.due, context, signal)
  for (const { item, error } of readResult.failed)
    deps.log.warn({ documentId: item, err: error }, 'a document that is due could not be read')
  for (const { item, error } of failed)
    deps.log.warn(
      { documentId: item.id, gearId: item.gearId, err: error },
      'the item of a document that is due could not be read',
    )
  await deps.state.write(async (tx) => {
    for (const id of retired) await markCoverageRetired(tx, id)
  })
  await settleEnds(deps.state, { ends: open, concerned }, context, signal)
  const unnamed = readResult.failed.map(({ error }) => ({ item: 'a document that cannot be read', error }))
  return { queued, failed: [...unnamed, ...failed.map(({ item, error }) => ({ item: item.title, error }))] }
}

async function findNextMoment(
  deps: WarrantyDeps,
  context: EvaluationTrigger['context'],
  hasFailed: boolean,
): Promise<number | null> {
  const { dueAtMs, retryAt } = await deps.state.read(async (tx) => ({
    dueAtMs: await findNextDueMs(tx, context),
    retryAt: await findNextRetry(tx, 'warranty'),
  }))
  const moments = [
    dueAtMs ?? Infinity,
    retryAt === undefined ? Infinity : Date.parse(retryAt),
    hasFailed ? deps.clock.nowMs() + RETRY_AFTER_MS : Infinity,
  ]
  const first = Math.min(...moments)
  return Number.isFinite(first) ? first : null
}

async function evaluateCoverage(
  deps: WarrantyDeps,
  trigger: EvaluationTrigger,
  signal: AbortSignal,
): Promise<CoverageEvaluation> {
  const { watch, isRequested, isChanged, isSynced, context, settings, syncedAt } = trigger
  if (isChanged) await deps.state.write(unsettleCoverageEnds)
  const shouldListAll = isChanged || watch.listed_on === null
  const listResult =
    isRequested || isSynced || shouldListAll
      ? await listCoverage(deps, context, shouldListAll ? null : watch.all_listed_on, signal)
      : undefined
  await readInbox(deps, context, signal)
  const { queued, failed } = await queueAll(deps, context, listResult?.coverages ?? new Map(), signal)
  const nextAtMs = await findNextMoment(deps, context, failed.length > 0)
  const counts: CoverageAnswer['counts'] = listResult
    ? { covers: listResult.coverages.size + listResult.endedEarlier, queued, opened: listResult.newEnds }
    : { queued }
  const evaluated = {
    listed_on: listResult ? context.day : watch.listed_on,
    all_listed_on: listResult ? listResult.allListedOn : watch.all_listed_on,
    answered: watch.asked,
    counts: JSON.stringify(counts),
    settings,
    next_at: nextAtMs === null ? null : toIsoTime(nextAtMs),
    synced_at: syncedAt,
    ended_at: toIsoTime(deps.clock.nowMs()),
  }
  await deps.state.write(async (tx) => {
    await storeEvaluation(tx, evaluated)
    if (!isRequested) return
    // The daily run reports the failure; otherwise this workflow retries.
    const error =
      failed.length > 0
        ? toReason(
            'items_failed',
            sayFailedItems(FAILURE, failed, ({ item }) => say('of_item', { item })),
          )
        : null
    if (error) await storeCoverageError(tx, watch.asked, error, evaluated.ended_at)
    await storeCoverageAnswer(tx, { requestNumber: watch.asked, counts, error })
  })
  deps.log.info({ day: context.day, ...counts }, `warranties and insurances were evaluated: ${queued} reminders added`)
  return {
    isSettling: false,
    nextAtMs,
    // The daily run sends requested reminders together with its other ones.
    queued: isRequested ? 0 : queued,
    day: context.day,
    settledDay: context.settledDay,
    hasNewItems: isSynced && !isRequested,
    hasNewRecipients: isChanged && watch.settings !== null && !isRequested,
  }
}

/** Stores a final error, which answers the waiting daily run. Transient errors are retried instead. */
async function storeFinalError(
  { state, clock }: WarrantyDeps,
  { watch, isRequested }: EvaluationRequest,
  thrown: unknown,
): Promise<void> {
  const { failure } = toFailure(thrown, { earlierUnexpected: 0, attempt: 1 })
  if (!(failure instanceof ApplicationFailure) || !failure.nonRetryable) return
  const error: CoverageError = { code: failure.type ?? 'internal_error', detail: failure.message }
  await state.write(async (tx) => {
    await storeCoverageError(tx, isRequested ? watch.asked : watch.answered, error, toIsoTime(clock.nowMs()))
    if (isRequested) await storeCoverageAnswer(tx, { requestNumber: watch.asked, counts: {}, error })
  })
}

/** Evaluates all coverage: handles events, queues due reminders and returns the next step's moment. */
export const createNotifyCoverage = (deps: WarrantyDeps) => ({
  notifyCoverage: (): Promise<CoverageEvaluation> =>
    runActivity(deps.log, async (signal) => {
      const request = await readRequest(deps)
      try {
        const trigger = await readTrigger(deps, request, signal)
        if (!trigger.isRequested && (await shouldWaitForMoreEvents(deps, trigger.watch)))
          return { ...SETTLING_RESULT, day: trigger.context.day, settledDay: trigger.context.settledDay }
        await deps.state.write((tx) => recordCoverageBegin(tx, toIsoTime(deps.clock.nowMs())))
        const evaluation = await withRemindersHeld(deps, () => evaluateCoverage(deps, trigger, signal))
        if (!evaluation.hasNewItems && !evaluation.hasNewRecipients) await releaseReminders(deps)
        return evaluation
      } catch (error) {
        await storeFinalError(deps, request, error)
        throw error
      }
    }),
})

const SETTLING_RESULT = {
  isSettling: true,
  nextAtMs: null,
  queued: 0,
  hasNewItems: false,
  hasNewRecipients: false,
} as const
