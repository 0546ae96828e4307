/** Error codes of the control plane, in problem documents like the API's. */
export const controlErrorCodes = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  unauthorized: { status: 401, title: 'The token or key is missing or refused' },
  insufficient_scope: { status: 403, title: 'The key lacks a scope' },
  wrong_account: { status: 403, title: 'The key belongs to another account' },
  unknown_source: { status: 404, title: 'No such source in kitroom.yaml' },
  unknown_calendar: { status: 404, title: 'No such calendar in kitroom.yaml' },
  unknown_channel: { status: 404, title: 'No such channel in kitroom.yaml' },
  unknown_automation: { status: 404, title: 'No such automation' },
  unknown_person: { status: 404, title: 'No such person in kitroom.yaml' },
  unknown_reminder: { status: 404, title: 'No such reminder' },
  ambiguous_reminder: { status: 409, title: 'Several records have such an id' },
  not_answerable: { status: 409, title: 'This reminder cannot be answered' },
  feed_has_address: { status: 409, title: 'The feed has an address already' },
  google_refused: { status: 409, title: 'Google refuses' },
  not_signed_in: { status: 409, title: 'Nobody is signed in to Google' },
  calendar_uncertain: { status: 409, title: 'It is unknown whether Google created the calendar' },
  no_schedule: { status: 409, title: 'The source has no schedule' },
  unknown_run: { status: 404, title: 'No such run' },
  not_found: { status: 404, title: 'Not found' },
  sync_running: { status: 409, title: 'This source is being applied now' },
  no_bindings: { status: 409, title: 'The source has no bound items' },
  no_run: { status: 409, title: 'The source has no run under way' },
  run_not_ended: { status: 409, title: 'The run has not ended' },
  not_waiting: { status: 409, title: 'The plan is not waiting for a decision' },
  deletes_not_confirmed: { status: 409, title: 'The plan deletes items and the approval must name how many' },
  inventory_restored: { status: 409, title: 'The inventory was restored from a backup meanwhile' },
  inventory_moving: { status: 409, title: 'The inventory changes faster than it can be listed' },
  body_too_large: { status: 413, title: 'The body is too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  disk_nearly_full: { status: 507, title: 'The disk of the worker is nearly full' },
  internal_error: { status: 500, title: 'Internal error' },
  state_unavailable: { status: 503, title: 'The worker’s database cannot be reached' },
  temporal_refused: { status: 503, title: 'Temporal refuses the worker' },
  temporal_unavailable: { status: 503, title: 'Temporal cannot be reached' },
  google_unavailable: { status: 503, title: 'Google cannot be reached' },
  api_unavailable: { status: 503, title: 'The API server cannot be reached' },
} as const
export type ControlErrorCode = keyof typeof controlErrorCodes

/**
 * Errors of every operation: a bad request or kitroom.yaml, no token, a defect, an unavailable database of the worker.
 */
export const commonControlErrors = [
  'invalid_request',
  'unauthorized',
  'not_found',
  'body_too_large',
  'internal_error',
  'state_unavailable',
] as const

/** Further errors of requests from other machines, whose key the API checks. */
export const remoteControlErrors = ['insufficient_scope', 'wrong_account', 'rate_limited', 'api_unavailable'] as const

/** Codes of operations that need Temporal. */
export const temporalErrors = ['temporal_refused', 'temporal_unavailable'] as const

/** Codes of operations that list records of the API completely. */
export const listingErrors = ['api_unavailable', 'inventory_moving'] as const
