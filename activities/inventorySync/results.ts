import { isoTime, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/sql/types.ts'
import { bind } from '../../worker/state/bindings.ts'
import type { StoredRow } from '../../worker/state/planRows.ts'
import { addResult } from '../../worker/state/results.ts'
import type { Sent } from './sendRow.ts'

/** Stores what came of a row together with its binding, so that a crash loses neither or both. */
export async function storeResult(state: Database, clock: Clock, source: string, row: StoredRow, sent: Sent): Promise<void> {
  const error = sent.error === null ? null : JSON.stringify(sent.error)
  await state.write(async (tx) => {
    const isNew = await addResult(tx, {
      run_id: row.run_id,
      position: row.position,
      result: sent.result,
      gear_id: sent.gearId,
      error,
      finished_at: isoTime(clock.nowMs()),
    })
    if (!isNew || sent.gearId === null || row.key_fold === null || row.base === null) return
    await bind(tx, {
      source,
      key_fold: row.key_fold,
      gear_id: sent.gearId,
      base: row.base,
      asset_tag: row.asset_tag,
      serial_number: row.serial_number,
      last_seen_run: row.run_id,
      last_row: row.row,
      state: 'bound',
    })
  })
}
