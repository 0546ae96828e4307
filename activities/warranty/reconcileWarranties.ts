import { setTimeout as delay } from 'node:timers/promises'
import { ApplicationFailure } from '@temporalio/activity'
import { requestCoverage, readCoverageWatch } from '../../state/coverageWatch.ts'
import type { CoverageWatchRow } from '../../state/coverageTables.ts'
import type { Counts } from '../automation.ts'
import { withRemindersHeld } from '../holdReminders.ts'
import { createFinalFailure } from '../failures.ts'
import { runActivity } from '../runActivity.ts'
import type { WarrantyActivities, WarrantyDeps } from './types.ts'

const POLL_INTERVAL_MS = 100
const ANSWER_TIMEOUT_MS = 10 * 60_000

/** Waits for the workflow's answer. @throws ApplicationFailure the error of the evaluation, or `coverage_late` */
async function awaitAnswer({ state }: WarrantyDeps, requestNumber: number, signal: AbortSignal): Promise<CoverageWatchRow> {
  const deadlineMs = performance.now() + ANSWER_TIMEOUT_MS
  for (;;) {
    const watch = await state.read(readCoverageWatch)
    if (watch.answered >= requestNumber) return watch
    if (performance.now() > deadlineMs)
      throw ApplicationFailure.retryable(
        'Warranties and insurances were not evaluated within 10 minutes; the worker’s log has the cause.',
        'coverage_late',
      )
    await delay(POLL_INTERVAL_MS, undefined, { signal })
  }
}

/** Requests an evaluation once a day, so that a lost event delays a reminder by a day at most. */
export const createReconcileWarranties =
  (deps: WarrantyDeps): WarrantyActivities['reconcileWarranties'] =>
  ({ day }) =>
    runActivity(deps.log, (signal) =>
      withRemindersHeld(deps, async () => {
        // Reports an invalid kitroom.yaml here rather than in the coverage workflow.
        await deps.readConfig()
        const woken = await deps.coverage.endWatches()
        const requestNumber = await deps.state.write((tx) => requestCoverage(tx, day))
        await deps.coverage.wake()
        const { error, counts } = await awaitAnswer(deps, requestNumber, signal)
        if (error === null) return { ...(JSON.parse(counts) as Counts), woken }
        const { code, detail } = JSON.parse(error) as { code: string; detail: string }
        throw createFinalFailure(code, detail)
      }),
    )
