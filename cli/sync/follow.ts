import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../client/client.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { getRun, Run, watchRun } from '../../contract/control.ts'
import { isFinal } from '../../contract/temporal.ts'
import { createProgress } from '../show/progress.ts'
import type { Terminal } from '../show/terminal.ts'

const TIMEOUT_MS = 60_000
const PAUSE_MS = 500

/** True when the run waits for a decision or has ended. */
export const hasSettled = (run: Run): boolean => run.status === 'waiting' || isFinal(run.status)

// No answer, or the token of a worker that was just restarted.
const isTransient = (error: unknown): boolean => error instanceof ConnectionError || (error instanceof ApiError && [401, 503].includes(error.status))

async function watchOnce(control: Client, id: string, seen: (run: Run) => void): Promise<void> {
  for await (const value of control.stream(watchRun, { params: { id } })) seen(Run.parse(value))
  seen((await control.call(getRun, { params: { id } })).body.data)
}

/**
 * Follows a run with a progress bar until `done`. Waits up to a minute for a restarting worker.
 * @throws ConnectionError when the worker stays away; the run continues later
 */
export async function followRun(control: Client, first: Run, terminal: Terminal, done: (run: Run) => boolean): Promise<Run> {
  const progress = createProgress(terminal)
  let run = first
  let lastAnswerAtMs = performance.now()
  const seen = (next: Run): void => {
    run = next
    lastAnswerAtMs = performance.now()
    progress.show(run)
  }
  try {
    for (seen(first); !done(run); await wait(done(run) ? 0 : PAUSE_MS)) {
      try {
        await watchOnce(control, run.run_id, seen)
      } catch (error) {
        if (!isTransient(error) || performance.now() - lastAnswerAtMs > TIMEOUT_MS) throw error
      }
    }
    return run
  } finally {
    progress.end()
  }
}
