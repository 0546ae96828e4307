import { getMaintenance } from '../../../contract/api/maintenance.ts'
import type { Answer } from '../../answer.ts'
import type { ReadContext } from '../../http/route.ts'
import { answerRecord } from '../shared/record.ts'
import { maintenanceById } from './store.ts'

export const getMaintenanceRecord = (context: ReadContext): Promise<Answer> =>
  answerRecord(context, getMaintenance, {
    recordName: 'maintenance_record',
    resource: 'maintenance',
    table: 'maintenance',
    byId: maintenanceById,
  })
