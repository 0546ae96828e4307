import type { Maintenance } from '../../../contract/api/maintenance.ts'
import { emitEvent } from '../../db/events.ts'
import type { AccountWrite } from '../../db/write.ts'
import { insertMaintenance } from './store.ts'

/** Adds a record. Row, counter and event commit together. @returns the stored text */
export async function addMaintenance(write: AccountWrite, record: Maintenance, requestId: string): Promise<string> {
  const json = JSON.stringify(record)
  write.incrementVersion('maintenance')
  write.adjustCounter(`maintenance.${record.status}`, 1)
  insertMaintenance(write.tx, write.account, record, json)
  await emitEvent(write, 'maintenance.created', record.id, json, {}, requestId)
  return json
}
