import type { RunStatus } from '../../contract/temporal.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { storeBinding, recordItemPresent, updateBindingsAfterRun, visitBindings } from '../../state/sync/bindings.ts'
import { endRun } from '../../state/sync/endRun.ts'
import { storeWriteBack } from '../../state/sync/writeBacks.ts'
import { listRefusedKeys, readBindingOnlyRows } from '../../state/sync/planRows.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { runActivity } from '../shared/runActivity.ts'
import { isUnitOfRefusedRow } from '../../sheets/plan/resolveStackTags.ts'
import { fromStoredRead } from '../../sheets/storedRead.ts'
import type { UnchangedReason } from '../../sheets/types.ts'
import { loadRun } from './run.ts'
import type { RunOutcome, SyncDeps } from './types.ts'

/** Binds rows that needed no write: adopted ones, and those in which both sides reached the same value. */
async function bindSettled(tx: Tx, run: RunRow): Promise<void> {
  for await (const row of readBindingOnlyRows(tx, run.run_id))
    if (row.key_fold !== null && row.gear_id !== null && row.base !== null)
      await storeBinding(tx, {
        source: run.source,
        key_fold: row.key_fold,
        gear_id: row.gear_id,
        base: row.base,
        asset_tag: row.asset_tag,
        serial_number: row.serial_number,
        last_seen_run: run.run_id,
        last_row: row.row,
        state: 'bound',
      })
}

/** Marks all items of a refused row with a quantity as seen, because the row may still refer to any of them. */
async function markHeldUnitsSeen(tx: Tx, run: RunRow): Promise<void> {
  const refusedKeys = new Set(await listRefusedKeys(tx, run.run_id))
  if (refusedKeys.size === 0) return
  const heldIds: string[] = []
  await visitBindings(tx, run.source, ({ key_fold: keyFold, gear_id: gearId }) => {
    if (isUnitOfRefusedRow({ keyFold }, refusedKeys)) heldIds.push(gearId)
  })
  for (const gearId of heldIds) await recordItemPresent(tx, run.source, run.run_id, gearId)
}

/** True if the whole sheet was read, so that an item without a row is missing from it. */
const isAbsenceProven = (run: RunRow): boolean =>
  run.held === null || (JSON.parse(run.held) as UnchangedReason).code === 'guard_missing'

const ERROR_RESULTS = ['failed', 'stale', 'refused', 'conflict', 'question']

/**
 * True if the plan asks about rows or columns. A column that waits for an answer may leave out values of written rows.
 */
const asks = ({ read }: RunRow): boolean => read !== null && (fromStoredRead(read).questions ?? []).length > 0

function statusOf(run: RunRow, ending: RunOutcome['ending'], results: Readonly<Record<string, number>>): RunStatus {
  if (ending !== 'applied') return ending
  if (asks(run)) return 'completed_with_errors'
  return ERROR_RESULTS.some((result) => (results[result] ?? 0) > 0) ? 'completed_with_errors' : 'completed'
}

/** Ends a run: bindings, counts and final status in one transaction. It does not change a run that has ended. */
export const createFinishRun = (deps: SyncDeps) => ({
  finishRun: ({ runId, ending, reason, writeBackFailure }: RunOutcome): Promise<{ status: RunStatus }> =>
    runActivity(deps.log, async () => {
      const run = await loadRun(deps.state, runId)
      if (run.finished_at !== null) return { status: run.status }
      const status = await deps.state.write(async (tx) => {
        if (ending === 'applied' && run.undoes === null) {
          await bindSettled(tx, run)
          await markHeldUnitsSeen(tx, run)
          await updateBindingsAfterRun(tx, run.source, runId, isAbsenceProven(run))
        }
        if (writeBackFailure) await storeWriteBack(tx, runId, { status: 'failed', rows: 0, notes: [writeBackFailure] })
        return endRun(tx, run, {
          statusOf: (results) => statusOf(run, ending, results),
          reason,
          at: toIsoTime(deps.clock.nowMs()),
        })
      })
      if (writeBackFailure)
        deps.log.warn(
          { runId, source: run.source, code: writeBackFailure.code },
          `the sheet of ${run.source} was not written to`,
        )
      deps.log.info({ runId, source: run.source, status }, `sync of ${run.source}: ${status}`)
      return { status }
    }),
})
