import { setTimeout as delay } from 'node:timers/promises'
import { say } from '../../contract/sentences/say.ts'
import {
  findCoverageAnswer,
  readCoverageWatch,
  requestCoverage,
  type CoverageAnswer,
} from '../../state/coverage/coverageWatch.ts'
import { withRemindersHeld } from '../notify/holdReminders.ts'
import type { Counts, Day } from '../shared/automation.ts'
import { createFinalFailure, createRetriedFailure } from '../shared/failures.ts'
import { runActivity } from '../shared/runActivity.ts'
import type { WarrantyDeps } from './types.ts'

const POLL_INTERVAL_MS = 100
const ANSWER_TIMEOUT_MS = 10 * 60_000

/** Waits for the workflow's answer. @throws ApplicationFailure `coverage_late` */
async function awaitAnswer(
  { state }: WarrantyDeps,
  requestNumber: number,
  signal: AbortSignal,
): Promise<CoverageAnswer> {
  const deadlineMs = performance.now() + ANSWER_TIMEOUT_MS
  for (;;) {
    const answer = findCoverageAnswer(await state.read(readCoverageWatch), requestNumber)
    if (answer) return answer
    if (performance.now() > deadlineMs) throw createRetriedFailure('coverage_late', say('coverage_late'))
    await delay(POLL_INTERVAL_MS, undefined, { signal })
  }
}

/**
 * Wakes `coverage` and waits for its evaluation, so that a lost event delays a reminder by at most a day. Counts
 * `covers` that ended or are inside the window, `queued` reminders, and newly `opened` ends.
 */
export const createReconcileWarranties = (deps: WarrantyDeps) => ({
  reconcileWarranties: ({ day }: Day): Promise<Counts> =>
    runActivity(deps.log, (signal) =>
      withRemindersHeld(deps, async () => {
        // Reports an invalid kitroom.yaml here rather than in the coverage workflow.
        await deps.readConfig()
        const requestNumber = await deps.state.write((tx) => requestCoverage(tx, day))
        await deps.wakeCoverage()
        const { error, counts } = await awaitAnswer(deps, requestNumber, signal)
        if (error) throw createFinalFailure(error.code, { message: error.detail, sentences: error.sentences ?? [] })
        return counts
      }),
    ),
})
