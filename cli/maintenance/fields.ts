import { MaintenanceUpdates } from '../../contract/api/maintenance.ts'

const { item_id: _id, item_type: _type, status, ...rest } = MaintenanceUpdates.shape

export const newMaintenanceFields = { ...rest, status }
export const changedMaintenanceFields = newMaintenanceFields
export const completedMaintenanceFields = {
  cost: rest.cost,
  service_provider: rest.service_provider,
  service_date: rest.service_date,
  notes: rest.notes,
}
