import type { PlanRow } from '../../contract/control.ts'
import type { Gear } from '../../contract/gear.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { BindingRow } from '../../worker/state/bindings.ts'
import { addPlanRows, clearPlanRows, type StoredRow } from '../../worker/state/planRows.ts'
import type { Binding, Judged, MappedTable } from '../inventory/types.ts'

const ROWS_PER_WRITE = 1000
/** What is sent, in this order: an update can free a tag that a create takes. */
const SENT_OUTCOMES = ['update', 'create']

/** A binding as the judge takes it. */
export const toBinding = (row: BindingRow): Binding => ({
  keyFold: row.key_fold,
  gearId: row.gear_id,
  base: JSON.parse(row.base) as Record<string, unknown>,
  assetTag: row.asset_tag,
  serialNumber: row.serial_number,
  ...(row.last_row === null ? {} : { lastRow: row.last_row }),
})

function numberActions(rows: readonly PlanRow[]): Map<PlanRow, number> {
  const sent = SENT_OUTCOMES.flatMap((outcome) => rows.filter((row) => row.outcome === outcome))
  return new Map(sent.map((row, action) => [row, action]))
}

interface Judgement {
  judged: Judged
  table: MappedTable
  items: readonly Gear[]
}

/** The rows of a plan as they are stored: each with what it needs when it is sent, so that applying looks nothing up. */
export function toStoredRows(runId: string, { judged, table, items }: Judgement): { rows: StoredRow[]; actions: number } {
  const actions = numberActions(judged.rows)
  const changes = new Map(judged.bindings.map((change) => [change.row, change]))
  const keys = new Map(table.rows.map((row) => [row.row, row.keyFold]))
  const judgedAt = new Map(items.map((item) => [item.id, item.updated_at]))
  const rows = judged.rows.map((row, position): StoredRow => {
    const change = changes.get(row.row)
    const gearId = row.gear_id ?? change?.gearId ?? null
    return {
      run_id: runId,
      position,
      row: row.row,
      action: actions.get(row) ?? null,
      outcome: row.outcome,
      key_fold: change?.keyFold ?? keys.get(row.row) ?? null,
      gear_id: gearId,
      judged_at: gearId === null ? null : (judgedAt.get(gearId) ?? null),
      body: JSON.stringify(row),
      base: change ? JSON.stringify(change.base) : null,
      asset_tag: change?.assetTag ?? null,
      serial_number: change?.serialNumber ?? null,
    }
  })
  return { rows, actions: actions.size }
}

/** Writes the rows of a plan in pieces, so that nothing else waits long for the database. An interrupted writing starts over. */
export async function writePlanRows(state: Database, runId: string, rows: readonly StoredRow[]): Promise<void> {
  await state.write((tx) => clearPlanRows(tx, runId))
  for (let start = 0; start < rows.length; start += ROWS_PER_WRITE)
    await state.write((tx) => addPlanRows(tx, rows.slice(start, start + ROWS_PER_WRITE)))
}
