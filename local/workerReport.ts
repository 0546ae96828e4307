import { explainFault } from './explainAndExit.ts'
import type { Say } from './say.ts'

const MAX_REPORTED_WAIT_MS = 5 * 60_000

const span = (ms: number): string => (ms < 60_000 ? `${ms / 1000} seconds` : `${Math.round(ms / 60_000)} minutes`)

/** Reports why the worker does not run and when it is retried; repeats only changes. */
export function createWorkerReport(say: Say): (error: unknown, waitMs: number) => void {
  let reported = ''
  let reportedWaitMs = 0
  return (error, waitMs) => {
    const why = explainFault(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
    const again =
      waitMs < MAX_REPORTED_WAIT_MS
        ? `It is tried again in ${span(waitMs)}.`
        : `It is tried again every ${span(waitMs)}; to try at once, stop Kitroom and start it again.`
    if (why !== reported) say.line(`The worker does not run: ${why}\nThe API stays up; no sync runs and no reminder is sent meanwhile. ${again}`)
    else if (waitMs !== reportedWaitMs) say.line(`The worker could not be started, as before. ${again}`)
    reported = why
    reportedWaitMs = waitMs
  }
}
