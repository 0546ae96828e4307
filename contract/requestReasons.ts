import type { ErrorCode } from './errors.ts'
import { definePlainReason, defineReason, type ReasonTable } from './reasonValues.ts'

/** Reasons of errors before a request is understood: HTTP, headers, query, JSON. */
export const requestReasons = {
  json_invalid: definePlainReason('malformed_json', 'The body is not valid JSON.'),
  json_empty: definePlainReason('malformed_json', 'The body is empty; it must be a JSON object.'),
  json_byte_order_mark: definePlainReason('malformed_json', 'The body begins with a byte order mark.'),
  json_proto_member: definePlainReason('malformed_json', 'The body has a member named __proto__.'),
  json_repeated_member: defineReason(
    'malformed_json',
    ['member'],
    (v) => `The body has the member "${v.member}" twice in one object.`,
  ),
  json_inexact_number: defineReason(
    'malformed_json',
    ['number_text'],
    (v) => `The number ${v.number_text} cannot be kept exactly: it has too many digits, or is too large or too small.`,
  ),
  json_too_deep: defineReason('malformed_json', ['max'], (v) => `The body is nested deeper than ${v.max} levels.`),
  body_not_utf8: definePlainReason('invalid_encoding', 'The body is not valid UTF-8.'),
  query_invalid: defineReason(
    'invalid_query',
    ['parameter'],
    (v) => `The query parameter "${v.parameter}" is not valid: see errors.`,
  ),
  query_not_utf8: definePlainReason('invalid_query', 'The query holds a percent sign that does not begin valid UTF-8.'),
  too_many_parameters: defineReason('invalid_query', ['max'], (v) => `The query has more than ${v.max} parameters.`),
  header_invalid: defineReason('invalid_header', ['header'], (v) => `The header ${v.header} is not valid: see errors.`),
  header_repeated: defineReason('invalid_header', ['header'], (v) => `The header ${v.header} came more than once.`),
  authorization_invalid: definePlainReason(
    'invalid_header',
    'The Authorization header must hold the word Bearer, one space and the API key.',
  ),
  host_invalid: definePlainReason('invalid_header', 'The Host header must be a host name, perhaps with a port.'),
  old_transfer_encoding: definePlainReason(
    'invalid_header',
    'HTTP/1.0 knows no Transfer-Encoding: send Content-Length.',
  ),
  transfer_encoding_unknown: definePlainReason(
    'invalid_header',
    'The body must be sent with Transfer-Encoding: chunked or with Content-Length.',
  ),
  host_missing: definePlainReason('invalid_request', 'The Host header is missing.'),
  http_version_unknown: definePlainReason('invalid_request', 'This server speaks HTTP/1.1 and HTTP/1.0.'),
  http_invalid: definePlainReason('invalid_request', 'This is not a valid HTTP/1.1 request.'),
  body_incomplete: definePlainReason('invalid_request', 'The request ended before its body was complete.'),
  no_body_taken: definePlainReason('invalid_request', 'This request takes no body.'),
  sheet_without_length: definePlainReason(
    'invalid_request',
    'Send a sheet with its length (Content-Length), not in chunks.',
  ),
  target_no_path: definePlainReason('invalid_request', 'The request target must be a path.'),
  target_with_fragment: definePlainReason('invalid_request', 'The request target must not have a fragment.'),
  path_not_utf8: definePlainReason('invalid_request', 'The path holds a percent sign that does not begin valid UTF-8.'),
  method_not_allowed: defineReason(
    'method_not_allowed',
    ['methods'],
    (v) => `This path allows ${v.methods.join(', ')}.`,
  ),
  no_tunnels: definePlainReason('method_not_allowed', 'This server opens no tunnels.'),
  not_acceptable: defineReason(
    'not_acceptable',
    ['media_types'],
    (v) => `This API answers in ${v.media_types.join(' or ')} only; the Accept header excludes it.`,
  ),
  request_timeout: definePlainReason('request_timeout', 'The request did not arrive in time.'),
  body_too_large: defineReason('body_too_large', ['max_bytes'], (v) => `The body is larger than ${v.max_bytes} bytes.`),
  uri_too_long: defineReason('uri_too_long', ['max'], (v) => `The URI is longer than ${v.max} characters.`),
  body_not_json: definePlainReason(
    'unsupported_media_type',
    'The body must be sent with Content-Type: application/json (UTF-8).',
  ),
  body_encoded: definePlainReason('unsupported_media_type', 'The body must be sent without Content-Encoding.'),
  expectation_failed: definePlainReason('expectation_failed', 'Only "Expect: 100-continue" can be met.'),
  headers_too_large: defineReason(
    'headers_too_large',
    ['max_bytes'],
    (v) => `The request line and headers together are larger than ${v.max_bytes} bytes.`,
  ),
  too_many_headers: defineReason('headers_too_large', ['max'], (v) => `The request has more than ${v.max} headers.`),
} as const satisfies ReasonTable<ErrorCode>
