import { setTimeout as delay } from 'node:timers/promises'
import { ConnectionError } from '../../client/errors.ts'
import { refreshCalendars, type CalendarContext } from './storedCalendar.ts'

/** Maximum age of the stored shoots when a feed is served. */
const MAX_AGE_MS = 30_000
/** Maximum wait for a refresh; then the stored shoots are served. */
const MAX_WAIT_MS = 10_000

async function tryToRefresh(context: CalendarContext): Promise<void> {
  try {
    await refreshCalendars(context)
  } catch (error) {
    const logFields = error instanceof ConnectionError ? {} : { err: error }
    context.log.warn(logFields, 'the shoots cannot be read from the API now; calendars show their last known state')
  }
}

export interface RefreshLimits {
  maxAgeMs?: number
  maxWaitMs?: number
}

/** Creates a function that refreshes shoots before a feed is served. Refreshes are rate limited, run one at a time and never fail the feed. */
export function createRefresher(
  context: CalendarContext,
  { maxAgeMs = MAX_AGE_MS, maxWaitMs = MAX_WAIT_MS }: RefreshLimits = {},
): () => Promise<void> {
  let triedAtMs: number | undefined
  let currentRefresh: Promise<void> | undefined
  return async () => {
    const nowMs = context.clock.nowMs()
    if (!currentRefresh && (triedAtMs === undefined || Math.abs(nowMs - triedAtMs) >= maxAgeMs)) {
      triedAtMs = nowMs
      currentRefresh = tryToRefresh(context).finally(() => (currentRefresh = undefined))
    }
    if (!currentRefresh) return
    const waitTimer = new AbortController()
    await Promise.race([currentRefresh, delay(maxWaitMs, undefined, { signal: waitTimer.signal }).catch(() => undefined)])
    waitTimer.abort()
  }
}
