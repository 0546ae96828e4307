import { explainFault } from './explainAndExit.ts'
import type { Say } from './say.ts'

const MAX_REPORTED_WAIT_MS = 5 * 60_000

const describeDuration = (ms: number): string => (ms < 60_000 ? `${ms / 1000} seconds` : `${Math.round(ms / 60_000)} minutes`)

/** Reports why the worker does not run and when it is retried. Reports the same reason and delay only once. */
export function createWorkerReport(say: Say): (error: unknown, waitMs: number) => void {
  let reported = ''
  let reportedWaitMs = 0
  return (error, waitMs) => {
    const reason = explainFault(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
    const retryText =
      waitMs < MAX_REPORTED_WAIT_MS
        ? `It is tried again in ${describeDuration(waitMs)}.`
        : `It is tried again every ${describeDuration(waitMs)}; to try at once, stop Kitroom and start it again.`
    if (reason !== reported)
      say.line(`The worker does not run: ${reason}\nThe API stays up; no sync runs and no reminder is sent meanwhile. ${retryText}`)
    else if (waitMs !== reportedWaitMs) say.line(`The worker could not be started, as before. ${retryText}`)
    reported = reason
    reportedWaitMs = waitMs
  }
}
