import type { PlanRow } from '../../contract/control.ts'
import type { Gear } from '../../contract/gear.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { BindingRow } from '../../state/bindings.ts'
import { beginPlanAttempt, requirePlanAttempt } from '../../state/planAttempts.ts'
import { markPlanned, type Planned } from '../../state/runs.ts'
import { addPlanRows, clearPlanRows, type StoredRow } from '../../state/planRows.ts'
import { foldKey } from '../../sheets/mapping/keys.ts'
import type { AbsentRow, Binding, PlannedRows, MappedTable } from '../../sheets/types.ts'

const ROWS_PER_WRITE = 1000
/** Outcomes that send a request, in sending order: an update can free the tag that a create needs. */
const SENT_OUTCOMES = ['update', 'create', 'mark', 'delete'] as const
export type SentOutcome = (typeof SENT_OUTCOMES)[number]

export const toBinding = (row: BindingRow): Binding => ({
  keyFold: row.key_fold,
  gearId: row.gear_id,
  base: JSON.parse(row.base) as Record<string, unknown>,
  assetTag: row.asset_tag,
  serialNumber: row.serial_number,
  ...(row.last_row === null ? {} : { lastRow: row.last_row }),
  absences: row.absences,
  isMarked: row.state === 'marked',
})

/** Position of each sent row, grouped by outcome. */
export function assignActionNumbers(rows: readonly PlanRow[], order: readonly SentOutcome[] = SENT_OUTCOMES): Map<PlanRow, number> {
  const sentRows = order.flatMap((outcome) => rows.filter((row) => row.outcome === outcome))
  return new Map(sentRows.map((row, action) => [row, action]))
}

const toRowKey = ({ row, table }: { row: number; table?: number | undefined }): string => `${table ?? ''}:${row}`

interface ComparedSheet {
  planned: PlannedRows
  table: MappedTable
  items: readonly Gear[]
}

/** Rows of a plan, built when they are written: all at once would be a second copy of a large plan. */
export interface RowsToStore {
  total: number
  /** Number of rows that are sent. */
  actions: number
  /** Rows of a range of positions. */
  slice: (from: number, below: number) => StoredRow[]
}

/** Plan rows as stored. Each contains everything that sending needs, so applying looks nothing up. */
export function toStoredRows(runId: string, { planned, table, items }: ComparedSheet): RowsToStore {
  const actions = assignActionNumbers([...planned.rows, ...planned.absent.map(({ plan }) => plan)])
  // A row with a quantity is several items, each with its own key.
  const changes = new Map(planned.bindings.map((change) => [`${toRowKey(change)} ${change.keyFold}`, change]))
  const keys = new Map(table.rows.map((row) => [toRowKey(row), row.keyFold]))
  const updatedAtById = new Map(items.map((item) => [item.id, item.updated_at]))
  const toRow = (row: PlanRow, position: number): StoredRow => {
    const keyFold = row.key === undefined ? keys.get(toRowKey(row)) : foldKey(row.key)
    const change = changes.get(`${toRowKey(row)} ${keyFold}`)
    const gearId = row.gear_id ?? change?.gearId ?? null
    return {
      run_id: runId,
      position,
      row: row.row,
      action: actions.get(row) ?? null,
      outcome: row.outcome,
      key_fold: keyFold ?? null,
      gear_id: gearId,
      judged_at: gearId === null ? null : (updatedAtById.get(gearId) ?? null),
      body: JSON.stringify(row),
      base: change ? JSON.stringify(change.base) : null,
      asset_tag: change?.assetTag ?? null,
      serial_number: change?.serialNumber ?? null,
    }
  }
  const toAbsentRow = ({ plan, base }: AbsentRow, position: number): StoredRow => ({
    run_id: runId,
    position,
    row: plan.row,
    action: actions.get(plan) ?? null,
    outcome: plan.outcome,
    // No key: the row is not in the sheet and must not count as seen.
    key_fold: null,
    gear_id: plan.gear_id ?? null,
    judged_at: updatedAtById.get(plan.gear_id ?? '') ?? null,
    body: JSON.stringify(plan),
    base: base && JSON.stringify(base),
    asset_tag: null,
    serial_number: null,
  })
  const firstAbsent = planned.rows.length
  return {
    total: firstAbsent + planned.absent.length,
    actions: actions.size,
    slice: (from, below) => [
      ...planned.rows.slice(from, below).map((row, index) => toRow(row, from + index)),
      ...planned.absent
        .slice(Math.max(0, from - firstAbsent), Math.max(0, below - firstAbsent))
        .map((row, index) => toAbsentRow(row, Math.max(from, firstAbsent) + index)),
    ],
  }
}

/**
 * Writes plan rows in batches, so that other writers do not wait long. An interrupted write starts over, as a new attempt.
 * @returns the attempt @throws PlanOvertaken when another attempt has begun, or the plan is shown already
 */
export async function writePlanRows(state: Database, runId: string, { total, slice }: Pick<RowsToStore, 'total' | 'slice'>): Promise<number> {
  const attempt = await state.write(async (tx) => {
    const begun = await beginPlanAttempt(tx, runId)
    await clearPlanRows(tx, runId)
    return begun
  })
  for (let from = 0; from < total; from += ROWS_PER_WRITE) {
    const rows = slice(from, from + ROWS_PER_WRITE)
    await state.write(async (tx) => {
      await requirePlanAttempt(tx, runId, attempt)
      await addPlanRows(tx, rows, attempt)
    })
  }
  return attempt
}

/** Shows the plan that an attempt wrote. @throws PlanOvertaken when another attempt has begun, or the plan is shown already */
export const showPlan = (state: Database, attempt: number, planned: Planned): Promise<void> =>
  state.write(async (tx) => {
    await requirePlanAttempt(tx, planned.run_id, attempt)
    await markPlanned(tx, planned)
  })
