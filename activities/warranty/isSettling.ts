import { isoTime } from '../../platform/clock.ts'
import { recordCoverageWait } from '../../state/coverageWatch.ts'
import type { CoverageWatchRow } from '../../state/coverageTables.ts'
import { findPendingSpan } from '../../state/inbox.ts'
import { isSyncApplying } from '../../state/syncing.ts'
import type { WarrantyDeps } from './types.ts'

/** A burst of events ends after this long without one. */
const QUIET_MS = 2000
/** Limit after which a continuing burst is evaluated. */
const BURST_MS = 2 * 60_000
/** Limit for waiting on a sync. */
const SYNC_MS = 30 * 60_000

/** True while more is coming for the same message: a sync that writes, or a burst of events. Both have limits. */
export async function isSettling({ state, clock }: WarrantyDeps, { held_since: heldSince }: CoverageWatchRow): Promise<boolean> {
  const nowMs = clock.nowMs()
  const { isApplying, events } = await state.read(async (tx) => ({
    isApplying: await isSyncApplying(tx),
    events: await findPendingSpan(tx, 'warranty'),
  }))
  if (isApplying) {
    if (heldSince === null) await state.write((tx) => recordCoverageWait(tx, isoTime(nowMs)))
    return heldSince === null || nowMs - Date.parse(heldSince) < SYNC_MS
  }
  return events !== undefined && nowMs - Date.parse(events.last) < QUIET_MS && nowMs - Date.parse(events.first) < BURST_MS
}
