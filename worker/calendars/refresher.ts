import { setTimeout as delay } from 'node:timers/promises'
import { ConnectionError } from '../../client/errors.ts'
import { refreshCalendars, type CalendarContext } from './make.ts'

/** What was read is good enough for feeds for so long. */
const FRESH_MS = 30_000
/** A reader of a feed waits so long for shoots to be read; then it gets what is known. */
const WAIT_MS = 10_000

async function tryToRefresh(context: CalendarContext): Promise<void> {
  try {
    await refreshCalendars(context)
  } catch (error) {
    const cause = error instanceof ConnectionError ? {} : { err: error }
    context.log.warn(cause, 'the shoots cannot be read from the API now; calendars are served as they were known last')
  }
}

/** How long what was read is good enough, and how long a reader waits for a reading. */
export interface RefreshTimes {
  freshMs?: number
  waitMs?: number
}

/** Makes what brings the shoots up to date before a feed is served: one reading at a time, not too often, and never a reason to fail. */
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
