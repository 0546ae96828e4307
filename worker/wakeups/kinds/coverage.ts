import { withUnsubscribed } from '../../../activities/notify/unsubscribe/withUnsubscribed.ts'
import { hashSettings } from '../../../activities/warranty/settings.ts'
import { coverageWorkflowId, workflowNames } from '../../../contract/temporal.ts'
import { readCoverageWatch } from '../../../state/coverage/coverageWatch.ts'
import { findLastSyncEnd } from '../../../state/sync/isSyncApplying.ts'
import type { CoverageWatchRow } from '../../../state/tables/coverageTables.ts'
import { startOrSignal, type WorkflowTarget, type SignalContext } from '../startOrSignal.ts'
import type { Wakeup, WakeupContext } from '../wakeup.ts'

/** A step that is overdue by this much was missed: Temporal lost its timer, or a clock changed. */
const MISSED_AFTER_MS = 2 * 60_000
/** Minimum time before the same cause starts the workflow again, since causes stay while the API is unreachable. */
const REPEAT_AFTER_MS = 60_000

const toTarget = (account: string): WorkflowTarget => ({
  workflow: workflowNames.coverage,
  workflowId: coverageWorkflowId(account),
  summary: 'Warranties and insurances',
  hasSignal: true,
})

/** Wakes the coverage workflow; starts it if needed. */
export const wakeCoverage = (context: SignalContext): Promise<void> => startOrSignal(context, toTarget(context.account))

/** Finds a reason to wake the workflow without an event. The same cause always gives the same text. */
async function findCause({ state, clock, settings: reader }: WakeupContext): Promise<string | undefined> {
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

/**
 * Wakes the workflow of warranties and insurances: at first, and after changed settings, a finished sync or a missed
 * step.
 */
export const coverage: Wakeup = {
  id: 'coverage',
  intervalMs: 3000,
  find: async (context, isWoken) => {
    const target = toTarget(context.account)
    const cause = isWoken(target.workflowId) ? await findCause(context) : 'started'
    return cause === undefined ? [] : [{ ...target, cause, repeatAfterMs: REPEAT_AFTER_MS }]
  },
}
