import { setTimeout as delay } from 'node:timers/promises'
import { isScopeMissing, refreshRecords } from '../../activities/calendarRecords/refreshRecords.ts'
import { kinds } from '../../calendars/kinds/all.ts'
import { ConnectionError } from '../../client/errors.ts'
import type { CalendarKindName } from '../../contract/control/calendars.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'
import type { StateAndClock, StateAndLocks, WorkerContext } from '../context/context.ts'

/** Maximum age of the stored records in a served feed. */
const MAX_AGE_MS = 30_000
/** Maximum wait for a refresh. After it, the stored records are served. */
const MAX_WAIT_MS = 10_000

export type RefreshContext = StateAndClock & StateAndLocks & Pick<WorkerContext, 'api' | 'log'>

async function tryToRefresh(context: RefreshContext, kind: CalendarKindName): Promise<void> {
  try {
    await refreshRecords(context, kind)
  } catch (error) {
    // A missing scope is also an open problem.
    const logFields = error instanceof ConnectionError || isScopeMissing(error) ? {} : { err: error }
    context.log.warn(
      logFields,
      `the ${kinds[kind].noun.many} cannot be read from the API now; calendars show their last known state`,
    )
  }
}

export interface RefreshLimits {
  maxAgeMs?: number
  maxWaitMs?: number
}

function createKindRefresher(
  context: RefreshContext,
  kind: CalendarKindName,
  { maxAgeMs = MAX_AGE_MS, maxWaitMs = MAX_WAIT_MS }: RefreshLimits,
): () => Promise<void> {
  let triedAtMs: number | undefined
  let currentRefresh: Promise<void> | undefined
  return async () => {
    const nowMs = context.clock.nowMs()
    if (!currentRefresh && (triedAtMs === undefined || Math.abs(nowMs - triedAtMs) >= maxAgeMs)) {
      triedAtMs = nowMs
      currentRefresh = tryToRefresh(context, kind).finally(() => (currentRefresh = undefined))
    }
    if (!currentRefresh) return
    const waitTimer = new AbortController()
    await Promise.race([
      currentRefresh,
      delay(scaleTimeLimit(maxWaitMs), undefined, { signal: waitTimer.signal }).catch(() => undefined),
    ])
    waitTimer.abort()
  }
}

/**
 * Creates a function that refreshes the records of a kind before a feed is served. Refreshes are rate limited, run one
 * at a time per kind and never fail the feed.
 */
export function createRefresher(
  context: RefreshContext,
  limits: RefreshLimits = {},
): (kind: CalendarKindName) => Promise<void> {
  const refreshers = new Map<CalendarKindName, () => Promise<void>>()
  return (kind) => {
    const refresh = refreshers.get(kind) ?? createKindRefresher(context, kind, limits)
    refreshers.set(kind, refresh)
    return refresh()
  }
}
