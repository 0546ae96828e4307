import { say, type Said } from '../../contract/sentences/say.ts'
import type { PlanRow } from '../../contract/control/control.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { listUnsentRows, type StoredRow } from '../../state/sync/planRows.ts'
import { markListed } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { itemName } from '../../sheets/plan/recordNames.ts'
import type { Records } from '../../sheets/records.ts'
import { readAllGear } from '../shared/listGear.ts'
import { createPlanRecords } from './planRecords.ts'
import { storeResult } from './results.ts'
import { parseRunSettings } from './run.ts'
import { withoutServices } from '../../sheets/plan/serviceRecords.ts'
import { sendRowMaintenance, type SendRowResult } from './sendRow.ts'
import type { SyncDeps } from './types.ts'

/**
 * The plan is compared with the inventory again one hour before the 24 hours end for which the API stores an
 * Idempotency-Key.
 */
const MAX_AGE_MS = 23 * 60 * 60 * 1000
const ROWS_PER_READ = 1000

const areEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const hasValues = (item: Gear, values: Iterable<[string, unknown]>): boolean => {
  const record = item as Record<string, unknown>
  return [...values].every(([field, value]) => areEqual(record[field], value))
}

const toStaleResult = ({ message: detail, sentences }: Said): SendRowResult => ({
  result: 'stale',
  gearId: null,
  error: { code: 'precondition_failed', detail, sentences },
})

function recheckDelete(row: StoredRow, item: Gear | undefined): SendRowResult | undefined {
  if (!item) return { result: 'deleted', gearId: row.gear_id, error: null }
  return item.updated_at === row.judged_at ? undefined : toStaleResult(say('item_changed_since_plan'))
}

function recheckUpdate(row: StoredRow, item: Gear | undefined): SendRowResult | undefined {
  if (item?.updated_at === row.judged_at) return undefined
  if (!item) return toStaleResult(say('item_deleted_since_plan'))
  const plannedValues = Object.entries(withoutServices((JSON.parse(row.body) as PlanRow).changed ?? {})).map(
    ([field, { to }]): [string, unknown] => [field, to],
  )
  // The row was sent before a long interruption and its response was lost: the item already has the planned values.
  if (hasValues(item, plannedValues))
    return { result: row.outcome === 'mark' ? 'marked' : 'updated', gearId: item.id, error: null }
  return toStaleResult(say('item_changed_since_plan'))
}

function recheckCreate(row: StoredRow, existing: Gear | undefined): SendRowResult | undefined {
  if (!existing) return undefined
  const fields = withoutServices((JSON.parse(row.body) as PlanRow).fields ?? {})
  if (hasValues(existing, Object.entries(fields))) return { result: 'created', gearId: existing.id, error: null }
  return toStaleResult(say('item_created_since_plan'))
}

/** Compares the rows without a result, in parts. */
async function recheckRows(deps: SyncDeps, run: RunRow, items: Records<Gear>, signal: AbortSignal): Promise<void> {
  // A bulk edit creates nothing, so it has no key.
  const key = run.edit === null ? parseRunSettings(run).source.key : 'asset_tag'
  const find = (name: string): Gear | undefined => items.find(name)[0]
  for (let from = 0; from < run.actions; from += ROWS_PER_READ) {
    for (const row of await deps.state.read((tx) => listUnsentRows(tx, run.run_id, from, from + ROWS_PER_READ))) {
      const reviewItem = row.outcome === 'delete' ? recheckDelete : recheckUpdate
      const review =
        row.outcome === 'create'
          ? recheckCreate(row, find(itemName.identifier(key, row.key_fold ?? '')))
          : reviewItem(row, find(itemName.id(row.gear_id ?? '')))
      if (!review) continue
      // The row's maintenance records may not have been sent before the interruption.
      const { gearId } = review
      const isWritten = gearId !== null && row.outcome !== 'delete'
      const refused = isWritten ? await sendRowMaintenance(deps.api, row, gearId, signal) : undefined
      await storeResult(deps.state, deps.clock, run, row, refused ?? review)
    }
  }
}

/**
 * Compares a plan older than 23 hours with the current inventory before it sends more. Rows of changed, deleted or
 * newly created items become stale. If-Match and Idempotency-Key protect younger plans.
 */
export async function recheckOldPlan(deps: SyncDeps, run: RunRow, signal: AbortSignal): Promise<void> {
  const nowMs = deps.clock.nowMs()
  if (run.listed_at === null || nowMs - Date.parse(run.listed_at) < MAX_AGE_MS) return
  using records = createPlanRecords()
  await recheckRows(deps, run, await readAllGear(deps.api, signal, () => records.create<Gear>()), signal)
  await deps.state.write((tx) => markListed(tx, run.run_id, toIsoTime(nowMs)))
}
