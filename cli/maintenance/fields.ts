import { MaintenanceUpdates } from '../../contract/maintenance.ts'

const { item_id: _id, item_type: _type, status, ...rest } = MaintenanceUpdates.shape

/** What a person writes when a record is made; the item is named by its tag. */
export const newFields = { ...rest, status }
/** What a person changes. */
export const changedFields = newFields
/** What is noted when the work is done. */
export const completedFields = { cost: rest.cost, service_provider: rest.service_provider, service_date: rest.service_date, notes: rest.notes }
