import { toIsoTime } from '../../platform/clock.ts'
import { recordCoverageWait } from '../../state/coverage/coverageWatch.ts'
import type { CoverageWatchRow } from '../../state/tables/coverageTables.ts'
import { findPendingSpan } from '../../state/inbox/inbox.ts'
import { isSyncApplying } from '../../state/sync/isSyncApplying.ts'
import type { WarrantyDeps } from './types.ts'

/** Time without an event after which a burst of events has ended. */
const BURST_GAP_MS = 2000
/** Maximum wait for a burst. A longer one is evaluated while it continues. */
const MAX_BURST_MS = 2 * 60_000
const MAX_SYNC_WAIT_MS = 30 * 60_000

/**
 * True while an evaluation should wait for a running sync or a burst of events, so that one message covers all. Both
 * waits are limited.
 */
export async function shouldWaitForMoreEvents(
  { state, clock }: WarrantyDeps,
  { held_since: heldSince }: CoverageWatchRow,
): Promise<boolean> {
  const nowMs = clock.nowMs()
  const { isApplying, events } = await state.read(async (tx) => ({
    isApplying: await isSyncApplying(tx),
    events: await findPendingSpan(tx, 'warranty'),
  }))
  if (isApplying) {
    if (heldSince === null) await state.write((tx) => recordCoverageWait(tx, toIsoTime(nowMs)))
    return heldSince === null || nowMs - Date.parse(heldSince) < MAX_SYNC_WAIT_MS
  }
  return (
    events !== undefined &&
    nowMs - Date.parse(events.last) < BURST_GAP_MS &&
    nowMs - Date.parse(events.first) < MAX_BURST_MS
  )
}
