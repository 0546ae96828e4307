import {
  createMaintenance,
  deleteMaintenance,
  getMaintenance,
  listMaintenance,
  updateMaintenance,
} from '../../../contract/api/maintenance.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { toLookupKey } from '../../../platform/sql/lookup.ts'
import { gearTypeLookup } from '../gear/reference.ts'
import { checkMaintenancePatch, checkNewMaintenance } from './check.ts'
import { createMaintenanceRecord } from './create.ts'
import { getMaintenanceRecord } from './get.ts'
import { listMaintenanceRecords } from './list.ts'
import { removeMaintenanceRecord } from './remove.ts'
import { maintenanceById } from './store.ts'
import { maintenanceUpdateLookups, updateMaintenanceRecord } from './update.ts'

export const maintenanceRoutes: Route[] = [
  bindRead(listMaintenance, listMaintenanceRecords),
  bindRead(getMaintenance, getMaintenanceRecord),
  bindWrite(createMaintenance, checkNewMaintenance, createMaintenanceRecord, (_id, body) => [
    gearTypeLookup(body.item_id),
  ]),
  bindWrite(updateMaintenance, checkMaintenancePatch, updateMaintenanceRecord, maintenanceUpdateLookups),
  bindWrite(
    deleteMaintenance,
    () => undefined,
    removeMaintenanceRecord,
    (id) => [toLookupKey(maintenanceById, id)],
  ),
]
