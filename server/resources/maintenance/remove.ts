import type { Maintenance } from '../../../contract/api/maintenance.ts'
import { emitEvent } from '../../db/events.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { etagOf, loadRow } from '../shared/record.ts'
import { toDeletedResult } from '../shared/writeResults.ts'
import { deleteMaintenanceRow, findMaintenance } from './store.ts'

export async function removeMaintenanceRecord(context: WriteContext): Promise<WriteResult> {
  const { write, id, ifMatch, requestId } = context
  const row = await loadRow(context, 'maintenance_record', findMaintenance)
  const record = JSON.parse(row.record) as Maintenance
  checkIfMatch(ifMatch, etagOf(record))
  write.incrementVersion('maintenance')
  write.adjustCounter(`maintenance.${record.status}`, -1)
  deleteMaintenanceRow(write.tx, write.account, id)
  await emitEvent(write, 'maintenance.deleted', id, row.record, {}, requestId)
  return toDeletedResult(record)
}
