import { say } from '../../contract/sentences/say.ts'
import { recountResultsOfEndedRun } from '../../state/sync/endRun.ts'
import { listUnsentRows, type StoredRow } from '../../state/sync/planRows.ts'
import { countRowResults } from '../../state/sync/rowResults.ts'
import { markFailures } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { sumSentResults } from '../../state/sync/tallyResults.ts'
import { forEachLimit } from '../shared/forEachLimit.ts'
import { createFinalFailure, toReason } from '../shared/failures.ts'
import { runActivity } from '../shared/runActivity.ts'
import { countSentRow, type CircuitBreaker } from './circuitBreaker.ts'
import { recheckOldPlan } from './recheckOldPlan.ts'
import { storeResult } from './results.ts'
import { loadRun } from './run.ts'
import { requireUnrestoredInventory } from './requireUnrestoredInventory.ts'
import { sendRow, sendRowMaintenance, type SendRowResult } from './sendRow.ts'
import type { StopReason, Slice, SyncDeps } from './types.ts'
import type { Api } from '../shared/api.ts'
import { sayRelatedRecords, countRelatedRecords } from './relatedRecords.ts'

/**
 * Checks again if an undo may delete an item. A plan can wait for days, and new records of an item do not change its
 * ETag.
 * @returns the row's result when the item now has records
 */
async function recheckUndoDelete(api: Api, row: StoredRow, signal: AbortSignal): Promise<SendRowResult | undefined> {
  if (row.outcome !== 'delete' || row.gear_id === null) return undefined
  // Records that the undone run made go first: what is left then is of others.
  const refused = await sendRowMaintenance(api, row, row.gear_id, signal)
  if (refused) return refused
  const said = sayRelatedRecords(await countRelatedRecords(api, row.gear_id, signal))
  return said && { result: 'stale', gearId: null, error: toReason('has_records', said) }
}

/** Aborts some time after another signal, so that requests in flight can complete. `end` clears the timer. */
function createDelayedAbort(signal: AbortSignal, afterMs: number): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const startTimer = (): void => {
    timer = setTimeout(() => controller.abort(signal.reason), afterMs)
  }
  if (signal.aborted) startTimer()
  else signal.addEventListener('abort', startTimer, { once: true })
  const end = (): void => {
    signal.removeEventListener('abort', startTimer)
    clearTimeout(timer)
  }
  return { signal: controller.signal, end }
}

const MAX_ROWS_IN_FLIGHT = 32
/** Time for requests in flight to complete after a cancellation. A row without a response has an unknown outcome. */
const ABORT_GRACE_MS = 5000

async function readBreaker(deps: SyncDeps, run: RunRow): Promise<CircuitBreaker> {
  const counts = await deps.state.read((tx) => countRowResults(tx, run.run_id))
  return { failedInARow: run.failures_in_a_row, failed: counts.failed ?? 0, sent: sumSentResults(counts) }
}

async function sendSlice(
  deps: SyncDeps,
  run: RunRow,
  slice: Slice,
  breaker: CircuitBreaker,
  signal: AbortSignal,
): Promise<StopReason | null> {
  const rows = await deps.state.read((tx) => listUnsentRows(tx, run.run_id, slice.from, slice.below))
  let stopReason: StopReason | null = null
  const delayed = createDelayedAbort(signal, ABORT_GRACE_MS)
  const send = async (row: StoredRow): Promise<void> => {
    if (stopReason) return
    signal.throwIfAborted()
    const reviewed = run.undoes === null ? undefined : await recheckUndoDelete(deps.api, row, signal)
    const sent = reviewed ?? (await sendRow(deps.api, row, delayed.signal))
    await storeResult(deps.state, deps.clock, run, row, sent)
    stopReason ??= countSentRow(breaker, sent.result === 'failed')
  }
  // All updates come before the creates: an update can free the tag that a create needs.
  try {
    for (const ofKind of Map.groupBy(rows, ({ outcome }) => outcome).values())
      await forEachLimit(ofKind, MAX_ROWS_IN_FLIGHT, send)
  } finally {
    delayed.end()
  }
  return stopReason
}

/**
 * Sends the slice's rows without a result and stores each result as it arrives. An interrupted slice resumes with the
 * rest. `stop`: why the run must stop.
 */
export const createApplySlice = (deps: SyncDeps) => ({
  applySlice: (slice: Slice): Promise<{ stop: StopReason | null }> =>
    runActivity(deps.log, async (signal) => {
      await requireUnrestoredInventory(deps, signal)
      const run = await loadRun(deps.state, slice.runId)
      if (run.finished_at !== null) throw createFinalFailure('run_ended', say('run_has_ended'))
      await recheckOldPlan(deps, run, signal)
      const breaker = await readBreaker(deps, run)
      try {
        return { stop: await sendSlice(deps, run, slice, breaker, signal) }
      } finally {
        await deps.state.write(async (tx) => {
          await markFailures(tx, run.run_id, breaker.failedInARow)
          // The run may have been ended while rows were in flight.
          await recountResultsOfEndedRun(tx, run.run_id)
        })
      }
    }),
})
