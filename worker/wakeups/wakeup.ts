import { forEachLimit } from '../../activities/shared/forEachLimit.ts'
import type { StateAndClock, WorkerContext } from '../context/context.ts'
import { isReportedElsewhere } from '../context/faults.ts'
import { startOrSignal, toTargetId, type Target, type SignalContext } from './startOrSignal.ts'

const MAX_CONCURRENT = 8

/** True for the id of a workflow that this worker has started for a cause. */
type IsWoken = (workflowId: string) => boolean

/** Parts with which wake-ups find their targets. */
export type WakeupContext = StateAndClock & Pick<WorkerContext, 'account' | 'settings' | 'scaledMs'>

/** Finds workflows that must start or be signalled, at an interval, because events and timers can be lost. */
export interface Wakeup {
  id: string
  intervalMs: number
  find: (context: WakeupContext, isWoken: IsWoken) => Promise<readonly Target[]>
}

/** Last cause of each started workflow, by its id. */
export type Woken = Map<string, { cause: string; atMs: number }>

async function startOnce(context: SignalContext, target: Target, woken: Woken): Promise<void> {
  if (!('cause' in target)) return startOrSignal(context, target)
  const { workflowId, cause = '', repeatAfterMs = Infinity } = target
  const atMs = performance.now()
  const last = woken.get(workflowId)
  if (last?.cause === cause && atMs - last.atMs < repeatAfterMs) return
  await startOrSignal(context, target)
  woken.set(workflowId, { cause, atMs })
}

/** Starts the targets that the wake-up finds. Failures are logged, and the next round repeats them. */
export async function runWakeup(
  context: SignalContext & WakeupContext,
  { id, find }: Pick<Wakeup, 'id' | 'find'>,
  woken: Woken = new Map(),
): Promise<void> {
  const logged = (work: Promise<void>, targetId?: string): Promise<void> =>
    work.catch((error: unknown) => {
      const level = isReportedElsewhere(error) ? 'debug' : 'error'
      context.log[level]({ err: error, wakeup: id, target: targetId }, 'a wake-up failed; the next one repeats it')
    })
  const startAll = async (): Promise<void> => {
    const targets = await find(context, (workflowId) => woken.has(workflowId))
    await forEachLimit(targets, MAX_CONCURRENT, (target) =>
      logged(startOnce(context, target, woken), toTargetId(context, target)),
    )
  }
  await logged(startAll())
}
