import { isoTime } from '../../platform/clock.ts'
import { holdCoverage } from '../../state/coverageWatch.ts'
import type { CoverageWatchRow } from '../../state/coverageTables.ts'
import { waitingSince } from '../../state/inbox.ts'
import { isSyncApplying } from '../../state/syncing.ts'
import type { WarrantyDeps } from './types.ts'

/** Events come in bursts: one is over when nothing came for so long. */
const QUIET_MS = 2000
/** A burst that does not end is evaluated after this time. */
const BURST_MS = 2 * 60_000
/** A sync that takes longer is not waited for. */
const SYNC_MS = 30 * 60_000

/**
 * Whether more is coming that belongs into the same message: a sync that writes, or a burst of events. Neither holds up an evaluation for
 * ever.
 */
export async function settles({ state, clock }: WarrantyDeps, { held_since: heldSince }: CoverageWatchRow): Promise<boolean> {
  const nowMs = clock.nowMs()
  const { isApplying, events } = await state.read(async (tx) => ({
    isApplying: await isSyncApplying(tx),
    events: await waitingSince(tx, 'warranty'),
  }))
  if (isApplying) {
    if (heldSince === null) await state.write((tx) => holdCoverage(tx, isoTime(nowMs)))
    return heldSince === null || nowMs - Date.parse(heldSince) < SYNC_MS
  }
  return events !== undefined && nowMs - Date.parse(events.last) < QUIET_MS && nowMs - Date.parse(events.first) < BURST_MS
}
