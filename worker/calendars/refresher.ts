import { setTimeout as delay } from 'node:timers/promises'
import { ConnectionError } from '../../client/errors.ts'
import { refreshCalendars, type CalendarContext } from './makeCalendar.ts'

/** Maximum age of the stored shoots when a feed is served. */
const FRESH_MS = 30_000
/** Maximum wait for a refresh; then the stored shoots are served. */
const WAIT_MS = 10_000

async function tryToRefresh(context: CalendarContext): Promise<void> {
  try {
    await refreshCalendars(context)
  } catch (error) {
    const cause = error instanceof ConnectionError ? {} : { err: error }
    context.log.warn(cause, 'the shoots cannot be read from the API now; calendars show their last known state')
  }
}

export interface RefreshTimes {
  freshMs?: number
  waitMs?: number
}

/** Creates a function that refreshes shoots before a feed is served. Refreshes are rate limited, run one at a time and never fail the feed. */
export function createRefresher(context: CalendarContext, { freshMs = FRESH_MS, waitMs = WAIT_MS }: RefreshTimes = {}): () => Promise<void> {
  let triedAtMs: number | undefined
  let running: Promise<void> | undefined
  return async () => {
    const nowMs = context.clock.nowMs()
    if (!running && (triedAtMs === undefined || Math.abs(nowMs - triedAtMs) >= freshMs)) {
      triedAtMs = nowMs
      running = tryToRefresh(context).finally(() => (running = undefined))
    }
    if (!running) return
    const waiting = new AbortController()
    await Promise.race([running, delay(waitMs, undefined, { signal: waiting.signal }).catch(() => undefined)])
    waiting.abort()
  }
}
