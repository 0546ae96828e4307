import { NewMaintenance, MaintenanceUpdates } from '../../../contract/maintenance.ts'
import type { Fault } from '../../../contract/errors.ts'
import { checkNew, checkUpdates, isObject } from '../shared/body.ts'

const nullStatus: Fault = { pointer: '#/status', code: 'invalid_type', detail: 'must be a status or be left out' }

/**
 * Checks the body of POST /maintenance. `null` is as if left out, but for the status: nobody can mean a record without one.
 * @throws AppError validation_failed with every fault
 */
export const checkNewMaintenance = (body: unknown): NewMaintenance =>
  checkNew(body, NewMaintenance, () => (isObject(body) && body['status'] === null ? [nullStatus] : []))

/**
 * Checks the body of PATCH /maintenance/{id}.
 * @throws AppError validation_failed with every fault
 */
export const checkMaintenancePatch = (body: unknown): MaintenanceUpdates => checkUpdates(body, MaintenanceUpdates)
