import type { PlanRow } from '../../contract/control/control.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { BindingRow } from '../../state/sync/bindings.ts'
import { beginPlanAttempt, requirePlanAttempt } from '../../state/sync/planAttempts.ts'
import { findRun, markPlanned, type Planned } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { addPlanRows, clearPlanRows, type StoredRow } from '../../state/sync/planRows.ts'
import { foldKey } from '../../sheets/mapping/keys.ts'
import { itemName } from '../../sheets/plan/recordNames.ts'
import type { Records } from '../../sheets/records.ts'
import { toRunState } from './run.ts'
import type { RunState, SyncDeps } from './types.ts'
import type { AbsentRow, Binding, PlannedRow } from '../../sheets/types.ts'

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

/** Rows of a plan. They are built when written: building all at once would double a large plan's memory. */
export interface RowsToStore {
  total: number
  /** Returns the rows of a range of positions. */
  slice: (from: number, below: number) => readonly StoredRow[]
}

/** A stored row without its action number. The number depends on the count of all updates and creates. */
type NumberedRow = Omit<StoredRow, 'action'> & { inOutcome: number | null }

const isSent = (outcome: string): outcome is SentOutcome => (SENT_OUTCOMES as readonly string[]).includes(outcome)

export interface PlanRowsBuilder extends RowsToStore {
  add: (planned: PlannedRow) => void
  /** Adds a row that is not in the sheet, and does not count as seen there. */
  addAbsent: (absent: AbsentRow) => void
  /** Returns the number of rows to send. */
  actions: () => number
}

/**
 * Builds plan rows as stored. Each contains everything that sending needs, so applying needs no lookup.
 * @param order outcomes in the order of sending
 */
export function createPlanRows(
  runId: string,
  rows: Records<NumberedRow>,
  items: Records<Gear>,
  order: readonly SentOutcome[] = SENT_OUTCOMES,
): PlanRowsBuilder {
  const sent: Record<SentOutcome, number> = { update: 0, create: 0, mark: 0, delete: 0 }
  const updatedAt = (gearId: string | null): string | null =>
    gearId === null ? null : (items.find(itemName.id(gearId))[0]?.updated_at ?? null)
  const addRow = (
    plan: PlanRow,
    row: Pick<StoredRow, 'key_fold' | 'gear_id' | 'base' | 'asset_tag' | 'serial_number'>,
  ): void =>
    rows.add({
      run_id: runId,
      position: rows.size,
      row: plan.row,
      inOutcome: isSent(plan.outcome) ? sent[plan.outcome]++ : null,
      outcome: plan.outcome,
      judged_at: updatedAt(row.gear_id),
      body: JSON.stringify(plan),
      ...row,
    })
  const firstAction = (outcome: SentOutcome): number =>
    order.slice(0, order.indexOf(outcome)).reduce((sum, earlier) => sum + sent[earlier], 0)
  const toStored = ({ inOutcome, ...row }: NumberedRow): StoredRow => ({
    ...row,
    action: inOutcome !== null && isSent(row.outcome) ? firstAction(row.outcome) + inOutcome : null,
  })
  return {
    add: ({ plan, bind, keyFold }) =>
      addRow(plan, {
        key_fold: plan.key === undefined ? (keyFold ?? null) : foldKey(plan.key),
        gear_id: plan.gear_id ?? bind?.gearId ?? null,
        base: bind ? JSON.stringify(bind.base) : null,
        asset_tag: bind?.assetTag ?? null,
        serial_number: bind?.serialNumber ?? null,
      }),
    addAbsent: ({ plan, base }) =>
      addRow(plan, {
        key_fold: null,
        gear_id: plan.gear_id ?? null,
        base: base && JSON.stringify(base),
        asset_tag: null,
        serial_number: null,
      }),
    get total() {
      return rows.size
    },
    actions: () => order.reduce((sum, outcome) => sum + sent[outcome], 0),
    slice: (from, below) => rows.slice(from, below).map(toStored),
  }
}

/**
 * Writes plan rows in batches, so that other writers do not wait long. An interrupted write starts over, as a new
 * attempt.
 * @returns the attempt
 * @throws PlanOvertaken when another attempt has begun, or the plan is already visible
 */
export async function writePlanRows(state: Database, runId: string, { total, slice }: RowsToStore): Promise<number> {
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

/**
 * Makes the plan of an attempt visible.
 * @throws PlanOvertaken when another attempt has begun, or the plan is already visible
 */
export const showPlan = (state: Database, attempt: number, planned: Planned): Promise<void> =>
  state.write(async (tx) => {
    await requirePlanAttempt(tx, planned.run_id, attempt)
    await markPlanned(tx, planned)
  })

/** Settings and counts of a plan without a sheet. */
export interface ListedPlan {
  /** Rows by outcome. */
  counts: Record<string, number>
  currency: string | null
  listedAtMs: number
}

/**
 * Stores a plan without a sheet, of a bulk edit or an undo, and makes it visible. It waits for a decision if it writes
 * anything.
 */
export async function storeListedPlan(
  deps: SyncDeps,
  run: RunRow,
  rows: PlanRowsBuilder,
  { counts, currency, listedAtMs }: ListedPlan,
): Promise<RunState> {
  const { total } = rows
  const actions = rows.actions()
  const attempt = await writePlanRows(deps.state, run.run_id, rows)
  const nothing = { status: 'applying', phase: 'applying', done: 0, total: 0 } as const
  await showPlan(deps.state, attempt, {
    run_id: run.run_id,
    ...(actions === 0 ? nothing : { status: 'waiting', phase: 'waiting', done: total, total }),
    currency,
    read: null,
    counts: JSON.stringify(counts),
    missing: '[]',
    reason: null,
    actions,
    planned_at: toIsoTime(deps.clock.nowMs()),
    listed_at: toIsoTime(listedAtMs),
    held: null,
  })
  return toRunState((await deps.state.read((tx) => findRun(tx, run.run_id))) ?? run)
}
