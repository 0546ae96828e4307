import { IDEMPOTENCY_HOURS } from '../policies.ts'
import type { ErrorCode, FaultCode } from '../errors.ts'

/** What a code means for who gets it, and what to do. */
export const errorHelp: Readonly<Record<ErrorCode, string>> = {
  malformed_json:
    'The body is no JSON, or JSON that could be read in two ways: members twice in one object, `__proto__`, numbers that would lose digits, a byte order mark, more than 32 levels. Mend the body.',
  invalid_encoding: 'The body is not UTF-8. Send it as UTF-8.',
  invalid_query: 'A query parameter is unknown here, came twice or has a wrong value; `errors` names it. Nothing is clamped or ignored.',
  invalid_header: 'A header came twice or does not have its form; `errors` names it.',
  invalid_request: 'The request is no valid HTTP/1.1, or it has a body where none is taken. Look at what your client sends.',
  missing_api_key: 'There is no `Authorization: Bearer <key>`. Send the key.',
  invalid_api_key: 'The key is unknown, expired, revoked or of the other plane. Get a key that works; repeating does not help.',
  insufficient_scope:
    'The key works but may not do this; `WWW-Authenticate` names the scope that is missing. Use a key that has it. Owner keys without scopes may do everything in the settings.',
  feature_not_available: 'The subscription does not include this, or it is not running. Change the subscription.',
  not_found: 'There is nothing here: a wrong path, an id that is no record of this account, or a record that was deleted.',
  method_not_allowed: 'The path exists, the method does not; `Allow` lists those that do.',
  not_acceptable: 'The `Accept` header excludes what would be answered. Allow `application/json`.',
  request_timeout: 'The request took longer than 30 s to arrive. Send it again over a better connection.',
  idempotency_in_progress: 'The first request with this `Idempotency-Key` is not finished. Wait for `Retry-After` and send the same again.',
  invalid_transition: 'The status cannot go from where it is to where the patch wants it; `errors` lists where it can go.',
  asset_tag_taken: 'Another item of the account has this asset tag. Choose another, or change that item first.',
  managed_by_gear: 'The document follows the warranty fields of its gear item. Change the gear item.',
  key_not_live: 'The key was revoked or has expired, so it cannot be rotated. Make a new one.',
  last_owner_key:
    'Without it nobody could open the settings any more. Make another full owner key first, by rotating this one; owner keys with scopes do not count.',
  webhook_disabled: 'The endpoint is switched off, so nothing can be sent to it. Switch it on first.',
  webhook_limit_reached: 'The account has as many endpoints as it may have. Delete one that is not needed any more.',
  precondition_failed:
    '`If-Match` does not name the record as it is: somebody has changed it since. Read it again and decide anew; `ETag` has its present tag.',
  body_too_large: 'The body is larger than 256 KiB.',
  uri_too_long: 'Path and query together are longer than 8,192 characters.',
  unsupported_media_type: 'The body is not sent as `Content-Type: application/json`, or it is compressed.',
  expectation_failed: '`Expect` asks for something other than `100-continue`.',
  validation_failed:
    'Fields of the body are at fault; `errors` lists up to 100 of them with pointer, code and, where there are few, the allowed values; `errors_omitted` counts the others.',
  gear_reference_invalid: 'The gear item named is not one of the account, or not of the type given.',
  webhook_address_refused:
    'Webhooks may not be sent there: not https, a port that is not open to them, or a host that is not public. `detail` says which; who runs the server can allow more with `KITROOM_WEBHOOK_ALLOW`.',
  idempotency_key_reused: `The same \`Idempotency-Key\` came with another request within ${IDEMPOTENCY_HOURS} hours. Use a new key for a new request.`,
  rate_limited: 'Too many requests. Wait for `Retry-After` seconds; nothing was done.',
  headers_too_large: 'The headers are larger than 16 KiB.',
  internal_error: 'Something is wrong inside. The log of the server has the cause under the request id.',
  overloaded: 'The server cannot take the request now. `detail` says whether anything was done; try again after `Retry-After`.',
  shutting_down: 'The server is stopping. Nothing was done; try again after `Retry-After`.',
}

/** What the code of a single fault means. */
export const faultHelp: Readonly<Record<FaultCode, string>> = {
  required: 'It is missing or blank and must be there.',
  invalid_type: 'It is of the wrong kind, such as text where a number is wanted.',
  invalid_value: 'It is of the right kind, but not allowed; `detail` says what is.',
  too_long: 'It has too many characters or entries.',
  unknown_field: 'There is no such field here.',
  field_not_for_gear_type: 'The field exists, but not for this gear type.',
  gear_type_mismatch: 'The type given is not that of the record; a type never changes.',
  empty_updates: 'A patch must name at least one field.',
  unknown_parameter: 'There is no such query parameter here; `allowed` lists those there are.',
  repeated_parameter: 'The parameter came more than once.',
}
