import { z } from 'zod'

/**
 * Every error code of the API with HTTP status and title. A published, closed list: codes are never renamed or removed.
 */
export const errorCodes = {
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_encoding: { status: 400, title: 'The request is not valid UTF-8' },
  invalid_query: { status: 400, title: 'A query parameter is not valid' },
  invalid_header: { status: 400, title: 'A header is not valid' },
  invalid_request: { status: 400, title: 'The request is not valid HTTP' },
  missing_api_key: { status: 401, title: 'An API key is required' },
  invalid_api_key: { status: 401, title: 'The API key is not valid' },
  code_not_valid: { status: 401, title: 'The code is not valid' },
  session_required: { status: 401, title: 'A session of the console is required' },
  session_ended: { status: 401, title: 'The session has ended' },
  owner_key_needed: { status: 401, title: 'The session has no owner key' },
  insufficient_scope: { status: 403, title: 'The API key lacks a scope' },
  feature_not_available: { status: 403, title: 'The subscription lacks this feature' },
  cross_origin_refused: { status: 403, title: 'The request does not come from the console' },
  insecure_sign_in: { status: 403, title: 'Signing in needs https' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'No acceptable representation' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  idempotency_in_progress: { status: 409, title: 'The first request with this Idempotency-Key is still running' },
  invalid_transition: { status: 409, title: 'The status cannot change this way' },
  asset_tag_taken: { status: 409, title: 'The asset tag is in use' },
  managed_by_gear: { status: 409, title: 'The document follows its gear item' },
  key_not_live: { status: 409, title: 'The key is not in use any more' },
  last_owner_key: { status: 409, title: 'The last owner key cannot be revoked' },
  webhook_disabled: { status: 409, title: 'The endpoint is switched off' },
  webhook_limit_reached: { status: 409, title: 'There are too many endpoints' },
  field_name_taken: { status: 409, title: 'Another field has this name' },
  field_limit_reached: { status: 409, title: 'There are too many fields' },
  field_in_use: { status: 409, title: 'Values of the field forbid it' },
  field_not_ready: { status: 409, title: 'The values of the field are being worked on' },
  field_value_taken: { status: 409, title: 'Another item has this value' },
  category_name_taken: { status: 409, title: 'Another category has this name' },
  category_limit_reached: { status: 409, title: 'There are too many categories' },
  category_in_use: { status: 409, title: 'Accessories have the category' },
  precondition_failed: { status: 412, title: 'The record has changed' },
  body_too_large: { status: 413, title: 'The body is too large' },
  uri_too_long: { status: 414, title: 'The URI is too long' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  expectation_failed: { status: 417, title: 'The expectation cannot be met' },
  validation_failed: { status: 422, title: 'The request has invalid fields' },
  gear_reference_invalid: { status: 422, title: 'The gear reference is not valid' },
  webhook_address_refused: { status: 422, title: 'The address cannot be used for webhooks' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Internal error' },
  worker_unavailable: { status: 503, title: 'The worker cannot be reached' },
  overloaded: { status: 503, title: 'The server cannot take the request now' },
  shutting_down: { status: 503, title: 'The server is shutting down' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorCodes

export const faultCodes = [
  'required',
  'invalid_type',
  'invalid_value',
  'too_long',
  'unknown_field',
  'field_not_for_gear_type',
  'gear_type_mismatch',
  'empty_updates',
  'unknown_parameter',
  'repeated_parameter',
] as const
export type FaultCode = (typeof faultCodes)[number]

/** Values of a sentence, by name: texts, numbers, or lists of them. Dates are in ISO 8601. */
export const SentenceValues = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
)

/**
 * One fault of a request: exactly one of `pointer` (JSON Pointer fragment, RFC 6901 section 6), `parameter` or `header`
 * locates it.
 */
export const Fault = z.strictObject({
  pointer: z.string().optional(),
  parameter: z.string().optional(),
  header: z.string().optional(),
  code: z.enum(faultCodes),
  detail: z.string(),
  reason: z.string().optional(),
  values: SentenceValues.optional(),
  allowed: z.array(z.union([z.string(), z.number()])).optional(),
})
export type Fault = z.infer<typeof Fault>

/** Maximum number of faults described in a problem; further faults are only counted. */
export const MAX_FAULTS = 100

/** The body of every 4xx and 5xx answer (RFC 9457 section 3) with extension members. */
export const Problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
    reason: z.string().optional(),
    values: SentenceValues.optional(),
    request_id: z.string(),
    errors: z.array(Fault).max(MAX_FAULTS).optional(),
    errors_omitted: z.int().min(1).optional(),
    'violated-policies': z.array(z.string()).optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>
