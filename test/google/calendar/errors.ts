import { GoogleError } from '../errors.ts'

/** @param reason Google's word for what is wrong, mostly `invalid` or `required` */
export const createInvalid = (message: string, reason = 'invalid'): GoogleError =>
  new GoogleError(400, message, { item: { reason } })

/** @param parameter the parameter of the query that is wrong */
export const createInvalidParameter = (message: string, parameter: string): GoogleError =>
  new GoogleError(400, message, { item: { reason: 'invalid', locationType: 'parameter', location: parameter } })

export const createTimeRangeEmpty = (): GoogleError =>
  new GoogleError(400, 'The specified time range is empty.', {
    item: { domain: 'calendar', reason: 'timeRangeEmpty', locationType: 'parameter', location: 'timeMax' },
  })

export const createForbidden = (): GoogleError => new GoogleError(403, 'Forbidden', { item: { reason: 'forbidden' } })

export const createForbiddenForServiceAccounts = (): GoogleError =>
  new GoogleError(403, 'Service accounts cannot invite attendees without Domain-Wide Delegation of Authority.', {
    item: { domain: 'calendar', reason: 'forbiddenForServiceAccounts' },
  })

export const createRequiredAccessLevel = (role: string): GoogleError =>
  new GoogleError(403, `You need to have ${role} access to this calendar.`, {
    item: { domain: 'calendar', reason: 'requiredAccessLevel' },
  })

/** Calendar's form of 404, for calendars and events. */
export const createCalendarNotFound = (): GoogleError =>
  new GoogleError(404, 'Not Found', { item: { reason: 'notFound' } })

export const createDuplicate = (): GoogleError =>
  new GoogleError(409, 'The requested identifier already exists.', { item: { reason: 'duplicate' } })

export const createDeleted = (): GoogleError =>
  new GoogleError(410, 'Resource has been deleted', { item: { reason: 'deleted' } })

export const createFullSyncRequired = (): GoogleError =>
  new GoogleError(410, 'Sync token is no longer valid, a full sync is required.', {
    item: { domain: 'calendar', reason: 'fullSyncRequired', locationType: 'parameter', location: 'syncToken' },
  })

export const createConditionNotMet = (): GoogleError =>
  new GoogleError(412, 'Precondition Failed', {
    item: { reason: 'conditionNotMet', locationType: 'header', location: 'If-Match' },
  })

/** @param name a parameter or property that Google knows and the emulator does not */
export const createNotEmulated = (name: string): GoogleError =>
  new GoogleError(501, `The emulator does not support ${name}.`)
