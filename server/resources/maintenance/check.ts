import { describeFault } from '../../../contract/faultReasons.ts'
import { NewMaintenance, MaintenanceUpdates } from '../../../contract/api/maintenance.ts'
import type { Fault } from '../../../contract/errors.ts'
import { checkNewBody, checkPatchBody, isObject } from '../../http/recordBody.ts'

const nullStatus: Fault = { pointer: '#/status', ...describeFault('status_or_left_out', {}) }

/**
 * Checks a new record. It refuses a null status, which cannot mean omitted.
 * @throws AppError validation_failed with every fault
 */
export const checkNewMaintenance = (body: unknown): NewMaintenance =>
  checkNewBody(body, NewMaintenance, () => (isObject(body) && body['status'] === null ? [nullStatus] : []))

/** @throws AppError validation_failed with every fault */
export const checkMaintenancePatch = (body: unknown): MaintenanceUpdates => checkPatchBody(body, MaintenanceUpdates)
