import type { Maintenance, NewMaintenance } from '../../../contract/api/maintenance.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { checkItemReference } from './reference.ts'
import { addMaintenance } from './write.ts'
import { toCreatedResult } from '../shared/writeResults.ts'

export async function createMaintenanceRecord(context: WriteContext, body: NewMaintenance): Promise<WriteResult> {
  const { write, requestId } = context
  await checkItemReference(write, body, [])
  const status = body.status ?? 'scheduled'
  const record: Maintenance = {
    id: write.newId(),
    item_type: body.item_type,
    item_id: body.item_id,
    service_type: body.service_type,
    service_date: body.service_date,
    service_provider: body.service_provider ?? null,
    status,
    cost: body.cost ?? null,
    notes: body.notes ?? null,
    completed_at: status === 'completed' ? write.at : null,
    created_at: write.at,
    updated_at: write.at,
  }
  const json = await addMaintenance(write, record, requestId)
  return toCreatedResult(record, json, '/api/v1/maintenance')
}
