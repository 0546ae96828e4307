import { IDEMPOTENCY_RETENTION_HOURS } from '../policies.ts'
import type { ErrorCode, FaultCode } from '../errors.ts'

/** Meaning and remedy of each error code. */
export const errorHelp: Readonly<Record<ErrorCode, string>> = {
  malformed_json:
    'The body is not JSON, or is ambiguous JSON: duplicate members, `__proto__`, numbers that would lose digits, a byte order mark, more than 32 levels. Correct the body.',
  invalid_encoding: 'The body is not UTF-8. Send it as UTF-8.',
  invalid_query:
    'A query parameter is unknown, repeated or has an invalid value; `errors` names it. No value is clamped or ignored.',
  invalid_header: 'A header is repeated or malformed; `errors` names it.',
  invalid_request:
    'The request is not valid HTTP/1.1, or has a body although the operation takes none. Check what your client sends.',
  missing_api_key: 'The header `Authorization: Bearer <key>` is missing. Send the key.',
  invalid_api_key:
    'The key is unknown, expired, revoked or of the other plane. Use a valid key; repeating the request does not help.',
  code_not_valid:
    'The code of the link is unknown, was used or is older than ten minutes. Print a new link with `kitroom console`.',
  session_required: 'The console’s cookie is missing or unknown. Sign in.',
  session_ended:
    'The session was ended, is too old or was idle for too long, or one of its keys has ended; `detail` says which. Sign in again.',
  owner_key_needed:
    'The account settings and the worker need an owner key, and the session has none. Add one to the session.',
  insufficient_scope:
    'The key is valid but lacks a scope; `WWW-Authenticate` names it. Use a key that has it. Owner keys without scopes may do everything in the settings.',
  feature_not_available: 'The subscription does not include this feature, or is not active. Change the subscription.',
  cross_origin_refused:
    'A write of the console needs an `Origin` that equals the address of the request, and the header `X-Kitroom-Console: 1`. Behind a proxy, pass on `Host` and set `X-Forwarded-Proto`.',
  insecure_sign_in:
    'Over plain http the console signs in on the server’s own machine only. Use https, or a tunnel to that machine.',
  not_found: 'Nothing exists here: the path is wrong, the id is no record of this account, or the record was deleted.',
  method_not_allowed: 'The path exists, but not with this method; `Allow` lists the methods it has.',
  not_acceptable: 'The `Accept` header excludes the media type of the answer. Allow `application/json`.',
  request_timeout: 'The request took longer than 30 s to arrive. Send it again over a better connection.',
  idempotency_in_progress:
    'Sent by earlier versions only: the first request with this `Idempotency-Key` is still running. Wait for `Retry-After` and send the same request again. Now the repeated request waits and gets the first answer.',
  invalid_transition:
    'The status cannot change from the current one to the requested one; `errors` lists the allowed ones.',
  asset_tag_taken: 'Another item of the account has this asset tag. Choose another, or change that item first.',
  managed_by_gear: 'The document follows the warranty fields of its gear item. Change the gear item.',
  key_not_live: 'The key is revoked or expired and cannot be rotated. Create a new one.',
  last_owner_key:
    'Without this key nobody could open the settings. Create another full owner key first, by rotating this one; owner keys with scopes do not count.',
  webhook_disabled: 'The endpoint is disabled, so nothing can be sent to it. Enable it first.',
  webhook_limit_reached: 'The account has the maximum number of endpoints. Delete one that is no longer needed.',
  field_name_taken: 'The account has a field with this name, perhaps one that is being deleted. Choose another name.',
  field_limit_reached:
    'A gear type has the maximum number of own fields, or the account that of filterable ones. Delete one that is no longer needed, or set `filterable` and `unique` of one to false.',
  field_in_use:
    'Items have values that forbid the change: a choice that would go, values that occur twice, or values of a field that would be deleted. `detail` names them.',
  field_not_ready: 'The values of the field are being collected or deleted. Try again in a moment.',
  field_value_taken: 'The field is `unique`, and another item has this value.',
  category_name_taken: 'The account has a category with this name. Choose another name.',
  category_limit_reached:
    'The account has the maximum number of categories of its own. Delete one that is no longer needed.',
  category_in_use: 'Accessories have the category; `detail` says how many. Give them another one first.',
  precondition_failed:
    '`If-Match` does not match the current version: the record has changed. Read it again and decide anew; `ETag` is its current tag.',
  body_too_large: 'The body is larger than 256 KiB.',
  uri_too_long: 'Path and query together are longer than 8,192 characters.',
  unsupported_media_type: 'The body is not sent as `Content-Type: application/json`, or it is compressed.',
  expectation_failed: '`Expect` contains something other than `100-continue`.',
  validation_failed:
    'Fields of the body are invalid; `errors` lists up to 100 of them with pointer, code and, if there are few, the allowed values; `errors_omitted` counts the others.',
  gear_reference_invalid: 'The gear item does not belong to the account, or is of another type.',
  webhook_address_refused:
    'Webhooks cannot be sent to this address: it is not https, or its port or host is not allowed. `detail` says which; the operator of the server can allow more with `KITROOM_WEBHOOK_ALLOW`.',
  idempotency_key_reused: `The same \`Idempotency-Key\` was sent with another request within ${IDEMPOTENCY_RETENTION_HOURS} hours. Use a new key for a new request.`,
  rate_limited: 'Too many requests; nothing was done. Wait for `Retry-After` seconds.',
  headers_too_large: 'The headers are larger than 16 KiB.',
  internal_error: 'An unexpected error in the server. Its log has the cause under the request id.',
  worker_unavailable:
    'The server knows no worker (`KITROOM_WORKER_URL`), or the worker does not answer. Nothing was done; `detail` says which.',
  overloaded:
    'The server cannot take the request now. `detail` says whether anything was written; try again after `Retry-After`.',
  shutting_down: 'The server is stopping. Nothing was done; try again after `Retry-After`.',
}

export const faultHelp: Readonly<Record<FaultCode, string>> = {
  required: 'The value is required, and is missing or blank.',
  invalid_type: 'The value has the wrong type, such as text instead of a number.',
  invalid_value: 'The value has the right type but is not allowed; `detail` says what is allowed.',
  too_long: 'The value has too many characters or entries.',
  unknown_field: 'The field does not exist here.',
  field_not_for_gear_type: 'The field exists, but not for this gear type.',
  gear_type_mismatch: 'The given type is not that of the record; a type never changes.',
  empty_updates: 'A patch must name at least one field.',
  unknown_parameter: 'The query parameter does not exist here; `allowed` lists those that do.',
  repeated_parameter: 'The parameter occurs more than once.',
}
