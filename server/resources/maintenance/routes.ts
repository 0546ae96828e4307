import { createMaintenance, deleteMaintenance, getMaintenance, listMaintenance, updateMaintenance } from '../../../contract/maintenance.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { checkMaintenancePatch, checkNewMaintenance } from './check.ts'
import { createMaintenanceRecord } from './create.ts'
import { getMaintenanceRecord } from './get.ts'
import { listMaintenanceRecords } from './list.ts'
import { removeMaintenanceRecord } from './remove.ts'
import { updateMaintenanceRecord } from './update.ts'

export const maintenanceRoutes: Route[] = [
  bindRead(listMaintenance, listMaintenanceRecords),
  bindRead(getMaintenance, getMaintenanceRecord),
  bindWrite(createMaintenance, checkNewMaintenance, createMaintenanceRecord),
  bindWrite(updateMaintenance, checkMaintenancePatch, updateMaintenanceRecord),
  bindWrite(deleteMaintenance, () => undefined, removeMaintenanceRecord),
]
