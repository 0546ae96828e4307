import { ApiError } from '../../client/errors.ts'
import {
  createMaintenance,
  deleteMaintenance,
  listMaintenance,
  updateMaintenance,
  type Maintenance,
} from '../../contract/api/maintenance.ts'
import type { PlanRow } from '../../contract/control/control.ts'
import type { PlannedMaintenance } from '../../contract/control/rowValues.ts'
import { MAX_LIMIT } from '../../contract/page.ts'
import { foldText } from '../../platform/foldText.ts'
import type { StoredRow } from '../../state/sync/planRows.ts'
import type { Api } from '../shared/api.ts'

/** True for a record of the same work, day and status. */
export const isSameRecord = (
  record: Pick<Maintenance, 'service_type' | 'service_date' | 'status'>,
  { service_type, service_date, status }: PlannedMaintenance,
): boolean =>
  record.service_date === service_date &&
  record.status === status &&
  foldText(record.service_type) === foldText(service_type)

interface SentRow {
  row: StoredRow
  plan: PlanRow
  gearId: string
}

/** Creates a record, unless the item has it: a row may be sent again after its Idempotency-Key has expired. */
async function create(
  api: Api,
  { row, gearId }: SentRow,
  planned: PlannedMaintenance,
  signal: AbortSignal,
): Promise<void> {
  const { fact, item_type, service_type, service_date, status } = planned
  const query = { item_id: gearId, fromDate: service_date, toDate: service_date, limit: MAX_LIMIT }
  const { data } = (await api.call(listMaintenance, { query }, { signal })).body
  if (data.some((record) => isSameRecord(record, planned))) return
  const body = { item_type, item_id: gearId, service_type, service_date, status }
  const idempotencyKey = `${row.run_id}-${row.position}-${fact}`
  await api.call(createMaintenance, { body }, { idempotencyKey, runId: row.run_id, signal })
}

/** Moves or deletes a record that nobody has edited since the plan. One that is gone needs no deletion. */
async function change(api: Api, { row }: SentRow, planned: PlannedMaintenance, signal: AbortSignal): Promise<void> {
  const { id = '', updated_at, service_date, action, fact } = planned
  const options = {
    idempotencyKey: `${row.run_id}-${row.position}-${fact}`,
    runId: row.run_id,
    ifMatch: `"${updated_at}"`,
    signal,
  }
  if (action === 'move') {
    await api.call(updateMaintenance, { params: { id }, body: { updates: { service_date } } }, options)
    return
  }
  try {
    await api.call(deleteMaintenance, { params: { id } }, options)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** Sends the maintenance records of a row. Sending them again changes nothing. */
export async function sendMaintenance(api: Api, sent: SentRow, signal: AbortSignal): Promise<void> {
  for (const planned of sent.plan.maintenance ?? [])
    await (planned.action === 'create' ? create : change)(api, sent, planned, signal)
}
