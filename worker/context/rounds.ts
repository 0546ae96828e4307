import { setTimeout as delay } from 'node:timers/promises'
import type { WorkerContext } from './context.ts'

/** Maximum wait for running tasks, because a call to an unreachable server must not delay the worker's stop. */
const STOP_TIMEOUT_MS = 2000

/** Work that the worker repeats. Its rounds do not overlap. */
export interface Task {
  id: string
  /** Interval, which KITROOM_INTERVAL_SCALE multiplies. */
  intervalMs: number
  /** True to run immediately; default: first after an interval. */
  runsAtOnce?: boolean
  run: (stopping: AbortSignal) => Promise<unknown>
}

/** Repeats tasks until the returned function is called, which waits for running tasks. */
export function repeatTasks(
  { log, scaledMs }: Pick<WorkerContext, 'log' | 'scaledMs'>,
  tasks: readonly Task[],
): () => Promise<void> {
  const stopping = new AbortController()
  const running = new Map<Task, Promise<void>>()
  const runTask = async (task: Task): Promise<void> => {
    try {
      await task.run(stopping.signal)
    } catch (error) {
      log.error({ err: error, task: task.id }, 'a round of housekeeping failed')
    }
    running.delete(task)
  }
  const begin = (task: Task): void => {
    if (!running.has(task)) running.set(task, runTask(task))
  }
  for (const task of tasks) if (task.runsAtOnce) begin(task)
  const timers = tasks.map((task) => setInterval(() => begin(task), scaledMs(task.intervalMs)))
  return async () => {
    timers.forEach((timer) => clearInterval(timer))
    stopping.abort()
    await Promise.race([Promise.all(running.values()), delay(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }
}
