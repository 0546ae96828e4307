import { MaintenanceUpdates } from '../../contract/maintenance.ts'

const { item_id: _id, item_type: _type, status, ...rest } = MaintenanceUpdates.shape

export const newFields = { ...rest, status }
export const changedFields = newFields
export const completedFields = { cost: rest.cost, service_provider: rest.service_provider, service_date: rest.service_date, notes: rest.notes }
