import { WorkflowNotFoundError } from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import { SettingsError } from '../../config/config.ts'
import { forEachLimit } from '../../activities/shared/forEachLimit.ts'
import { withUnsubscribed } from '../../activities/notify/unsubscribe/withUnsubscribed.ts'
import { hashSettings } from '../../activities/warranty/settings.ts'
import type { CoverageWorkflow } from '../../activities/warranty/types.ts'
import { CHANGED_SIGNAL, coverageWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import type { WorkerContext } from '../context/context.ts'
import { readCoverageWatch } from '../../state/coverage/coverageWatch.ts'
import type { CoverageWatchRow } from '../../state/tables/coverageTables.ts'
import { findLastSyncEnd } from '../../state/sync/isSyncApplying.ts'
import { toWorkflowStartOptions } from '../temporal/workflowStartOptions.ts'
import { isTemporalUnusable } from '../context/faults.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'

const PAGE_SIZE = 1000
const MAX_CONCURRENT = 8
/** A step that is overdue by this much was missed: Temporal lost its timer, or a clock changed. */
const MISSED_AFTER_MS = 2 * 60_000
/** Minimum interval between identical wake-ups while the API or Temporal is unreachable. */
const MIN_REPEAT_INTERVAL_MS = 60_000

/** Converts an error from an outage of Temporal to a retryable failure. */
async function asRetryable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isTemporalUnusable(error))
      throw ApplicationFailure.create({ message: 'Temporal does not answer.', type: 'temporal_unavailable' })
    throw error
  }
}

/** Wakes the coverage workflow; starts it if needed. */
export const wakeCoverage = (context: WorkerContext): Promise<unknown> =>
  withTimeout(context, () =>
    context.temporal.workflow.signalWithStart(workflowNames.coverage, {
      ...toWorkflowStartOptions(context, coverageWorkflowId(context.account), 'Warranties and insurances'),
      signal: CHANGED_SIGNAL,
      signalArgs: [],
    }),
  )

async function listWatches(
  { account, temporal }: WorkerContext,
  callTemporal: <T>(call: () => Promise<T>) => Promise<T>,
): Promise<string[]> {
  const query = `WorkflowType = '${workflowNames.watch}' AND TaskQueue = '${taskQueue(account)}' AND ExecutionStatus = 'Running'`
  const { namespace } = temporal.options
  const ids: string[] = []
  let nextPageToken: Uint8Array | undefined
  do {
    const page = { namespace, query, pageSize: PAGE_SIZE, ...(nextPageToken && { nextPageToken }) }
    const reply = await callTemporal(() => temporal.workflowService.listWorkflowExecutions(page))
    for (const { execution } of reply.executions) ids.push(execution?.workflowId ?? '')
    nextPageToken = reply.nextPageToken.length > 0 ? reply.nextPageToken : undefined
  } while (nextPageToken)
  return ids
}

/** Ends the `watch` workflows of earlier versions by waking them. Temporal's list may lag; the next call finds the rest. @returns their number */
async function endWatches(context: WorkerContext): Promise<number> {
  const callTemporal = <T>(call: () => Promise<T>): Promise<T> => withTimeout(context, call)
  const ids = await listWatches(context, callTemporal)
  await forEachLimit(ids, MAX_CONCURRENT, async (id) => {
    try {
      await callTemporal(() => context.temporal.workflow.getHandle(id).signal(CHANGED_SIGNAL))
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error
    }
  })
  return ids.length
}

export const createCoverageWorkflow = (context: WorkerContext): CoverageWorkflow => ({
  wake: async () => void (await asRetryable(() => wakeCoverage(context))),
  endWatches: () => asRetryable(() => endWatches(context)),
})

/** Starts the workflow when the worker starts and after Temporal lost its data. If this fails, the daily run starts it. */
export async function startCoverage(context: WorkerContext): Promise<void> {
  try {
    await wakeCoverage(context)
    const ended = await endWatches(context)
    if (ended > 0)
      context.log.info(
        { watches: ended },
        `${ended} watch workflows of an earlier version were ended; the coverage workflow replaces them`,
      )
  } catch (error) {
    if (!isTemporalUnusable(error)) throw error
    context.log.debug('Temporal cannot wake the workflow of warranties and insurances now.')
  }
}

/** Finds a reason to wake the workflow without an event. The same cause always gives the same text. */
async function findWakeReason({ state, clock, settings: reader }: WorkerContext): Promise<string | undefined> {
  const config = await reader.read()
  const { watch, syncedAt, settings } = await state.read(async (tx) => ({
    watch: await readCoverageWatch(tx),
    syncedAt: await findLastSyncEnd(tx),
    settings: hashSettings(await withUnsubscribed(tx, config)),
  }))
  const isMissed = ({ next_at: nextAt }: CoverageWatchRow): boolean =>
    nextAt !== null && Date.parse(nextAt) < clock.nowMs() - MISSED_AFTER_MS
  if (watch.listed_on === null) return 'never listed'
  if (settings !== watch.settings) return `settings ${settings}`
  if (syncedAt !== null && syncedAt > (watch.synced_at ?? '')) return `sync ${syncedAt}`
  return isMissed(watch) ? `missed ${watch.next_at}` : undefined
}

/** Creates a check that wakes the workflow after changed settings, a finished sync or a missed step. */
export function createCoverageWaker(context: WorkerContext): () => Promise<void> {
  let lastWakeup = { reason: '', atMs: -Infinity }
  return async () => {
    try {
      const reason = await findWakeReason(context)
      if (reason === undefined) return
      if (reason === lastWakeup.reason && performance.now() - lastWakeup.atMs < MIN_REPEAT_INTERVAL_MS) return
      lastWakeup = { reason, atMs: performance.now() }
      await wakeCoverage(context)
    } catch (error) {
      // Other checks report these errors; the next round retries.
      if (!(error instanceof SettingsError) && !isTemporalUnusable(error)) throw error
    }
  }
}
