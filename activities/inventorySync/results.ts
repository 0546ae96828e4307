import { toIsoTime, type Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { storeBinding, recordItemMarked, removeBinding } from '../../state/sync/bindings.ts'
import type { StoredRow } from '../../state/sync/planRows.ts'
import { addRowResult } from '../../state/sync/rowResults.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import type { SendRowResult } from './sendRow.ts'

type Run = Pick<RunRow, 'source' | 'undoes'>

/**
 * Updates the binding after a row was sent. An undo leaves bindings unchanged, because the sheet still has its values.
 */
async function updateBinding(
  tx: Tx,
  { source, undoes }: Run,
  row: StoredRow,
  { result, gearId }: SendRowResult,
): Promise<void> {
  if (undoes !== null || gearId === null) return
  if (result === 'deleted') await removeBinding(tx, source, gearId)
  if (row.base === null) return
  if (result === 'marked') await recordItemMarked(tx, source, gearId, row.base)
  else if (row.key_fold !== null)
    await storeBinding(tx, {
      source,
      key_fold: row.key_fold,
      gear_id: gearId,
      base: row.base,
      asset_tag: row.asset_tag,
      serial_number: row.serial_number,
      last_seen_run: row.run_id,
      last_row: row.row,
      state: 'bound',
    })
}

/** Stores a row's result and its binding in one transaction. */
export async function storeResult(
  state: Database,
  clock: Clock,
  run: Run,
  row: StoredRow,
  sent: SendRowResult,
): Promise<void> {
  const error = sent.error === null ? null : JSON.stringify(sent.error)
  await state.write(async (tx) => {
    const isNew = await addRowResult(tx, {
      run_id: row.run_id,
      position: row.position,
      result: sent.result,
      gear_id: sent.gearId,
      error,
      finished_at: toIsoTime(clock.nowMs()),
    })
    if (isNew) await updateBinding(tx, run, row, sent)
  })
}
