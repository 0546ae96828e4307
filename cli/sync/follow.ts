import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../client/client.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { getRun, Run, watchRun } from '../../contract/control/control.ts'
import { isFinal } from '../../contract/temporal.ts'
import { createRunProgress } from '../show/progress.ts'
import type { Terminal } from '../terminal.ts'

const RECONNECT_TIMEOUT_MS = 60_000
const RECONNECT_DELAY_MS = 500

/** True when the run waits for a decision or has ended. */
export const isWaitingOrFinal = (run: Run): boolean => run.status === 'waiting' || isFinal(run.status)

// The worker does not answer, or it was just restarted and has a new token.
const isTransient = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && [401, 503].includes(error.status))

async function watchOnce(control: Client, id: string, onRun: (run: Run) => void): Promise<void> {
  for await (const value of control.stream(watchRun, { params: { id } })) onRun(Run.parse(value))
  onRun((await control.call(getRun, { params: { id } })).body.data)
}

/**
 * Follows a run with a progress bar until `isDone`. Waits up to a minute for a restarting worker.
 * @throws ConnectionError when the worker stays unreachable; the run continues once a worker runs again
 */
export async function followRun(
  control: Client,
  firstRun: Run,
  terminal: Terminal,
  isDone: (run: Run) => boolean,
): Promise<Run> {
  const progress = createRunProgress(terminal)
  let run = firstRun
  let lastAnswerAtMs = performance.now()
  const seen = (next: Run): void => {
    run = next
    lastAnswerAtMs = performance.now()
    progress.show(run)
  }
  try {
    for (seen(firstRun); !isDone(run); await wait(isDone(run) ? 0 : RECONNECT_DELAY_MS)) {
      try {
        await watchOnce(control, run.run_id, seen)
      } catch (error) {
        if (!isTransient(error) || performance.now() - lastAnswerAtMs > RECONNECT_TIMEOUT_MS) throw error
      }
    }
    return run
  } finally {
    progress.end()
  }
}
