import type { DirectSender } from '../reminders/directSender.ts'
import { createDirectSender } from '../reminders/directSender.ts'
import type { SendingContext } from '../reminders/notifyDeps.ts'
import { tryCompareClocks } from '../context/clockCheck.ts'
import type { WorkerContext } from '../context/context.ts'
import { createLease } from '../context/lease.ts'
import { listOpenProblems, type ProblemRow } from '../../state/schedules/problems.ts'
import { readRecipientConfig } from './recipients.ts'
import { toProblem } from './kinds/all.ts'
import { describeAway, temporalAway } from './kinds/temporalAway.ts'
import { describeRefused } from './kinds/temporalRefused.ts'
import { LEASE_NAME, LEASE_MS, type Problem } from './problem.ts'
import { reconcileProblems } from './reconcile.ts'

const POLL_INTERVAL_MS = 10_000
const { key: OUTAGE_KEY, delayMs: OUTAGE_DELAY_MS } = temporalAway

export const toOutageProblem = (outage: 'away' | 'refused', namespace: string): Problem =>
  outage === 'away'
    ? toProblem('temporal_away', describeAway())
    : toProblem('temporal_refused', describeRefused(namespace))

export type OutageContext = SendingContext & Pick<WorkerContext, 'clockCheck' | 'scaledMs'>

/** Sends reminders without Temporal once its outage has lasted long enough to be reported. */
export function sendInOutage(
  { clockCheck, scaledMs }: Pick<OutageContext, 'clockCheck' | 'scaledMs'>,
  directSender: DirectSender,
  openProblems: readonly ProblemRow[],
  nowMs: number,
): void {
  const hasLasted = openProblems.some(
    ({ key, began_at: at }) => key === OUTAGE_KEY && nowMs - Date.parse(at) >= scaledMs(OUTAGE_DELAY_MS),
  )
  if (hasLasted && clockCheck.aheadMs() === 0) directSender.send()
}

/**
 * Reports an outage of Temporal while the worker starts; nothing else runs yet.
 * @param findProblem finds the current problem, if any
 * @returns a function that ends the supervision
 */
export function superviseStart(context: OutageContext, findProblem: () => Problem | undefined): () => Promise<void> {
  const { state, clock, log, clockCheck, scaledMs } = context
  const lease = createLease(context, LEASE_NAME, scaledMs(LEASE_MS))
  const direct = createDirectSender(context)
  let checking: Promise<void> = Promise.resolve()
  const check = async (): Promise<void> => {
    const problem = findProblem()
    if (!problem || !(await lease.isHeld())) return
    await tryCompareClocks(clockCheck, log)
    const config = await readRecipientConfig(context)
    const nowMs = clock.nowMs()
    const isOther = ({ key }: { key: string }): boolean => key !== OUTAGE_KEY
    await state.write((tx) =>
      reconcileProblems(tx, { problems: [problem], isUndecided: isOther }, config, { nowMs, scaledMs }),
    )
    sendInOutage(context, direct, await state.read(listOpenProblems), nowMs)
  }
  const timer = setInterval(() => {
    checking = checking
      .then(check)
      .catch((error: unknown) => log.error({ err: error }, 'an outage of Temporal could not be reported'))
  }, scaledMs(POLL_INTERVAL_MS))
  return async () => {
    clearInterval(timer)
    await checking
    await direct.close()
    await lease.release()
  }
}
