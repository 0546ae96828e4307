import type { ControlErrorCode } from './controlErrors.ts'
import { definePlainReason, defineReason, type ReasonTable } from './reasonValues.ts'

/** Reasons of errors about requests to the control plane: their form, keys and limits. */
const requestReasons = {
  control_input_invalid: definePlainReason('invalid_request', 'The request is not valid: see errors.'),
  control_body_no_json: definePlainReason('invalid_request', 'The body is not valid JSON.'),
  control_body_incomplete: definePlainReason('invalid_request', 'The request ended before its body was complete.'),
  control_body_too_large: defineReason(
    'body_too_large',
    ['max_bytes'],
    (v) => `The body may have at most ${v.max_bytes} bytes.`,
  ),
  control_path_unknown: defineReason('not_found', ['method', 'path'], (v) => `There is no ${v.method} ${v.path}.`),
  control_header_repeated: defineReason('invalid_request', ['header'], (v) => `The header ${v.header} must come once.`),
  loopback_only: definePlainReason('invalid_request', 'The control plane answers on the loopback address only.'),
  other_control_name: definePlainReason(
    'invalid_request',
    'The control plane has another name. KITROOM_CONTROL_NAMES of the worker lists its names.',
  ),
  caller_gone: definePlainReason('invalid_request', 'The caller has disconnected.'),
  token_missing: definePlainReason(
    'unauthorized',
    'Send the token of control.json in the data folder as a bearer token.',
  ),
  owner_key_missing: definePlainReason(
    'unauthorized',
    'Send an owner key (ok_studio_…) as a bearer token: a full one, or one with the scope automation:read or automation:write.',
  ),
  owner_key_mistyped: definePlainReason('unauthorized', 'The owner key has a typing error.'),
  owner_key_refused: defineReason('unauthorized', ['answer'], (v) => `The API server refuses the key: ${v.answer}`),
  signed_form_unknown: definePlainReason(
    'unauthorized',
    'The signed request has a form that this version does not know.',
  ),
  signed_too_long_ago: defineReason(
    'unauthorized',
    ['signed_at', 'reached', 'seconds'],
    (v) =>
      `The request was signed at ${v.signed_at} and arrived at ${v.reached} by the clock of the servers. It ends ${v.seconds} seconds after it was signed.`,
  ),
  signing_key_unknown: defineReason(
    'unauthorized',
    ['signing_key'],
    (v) => `The API does not know the signing key ${v.signing_key}.`,
  ),
  signature_differs: definePlainReason(
    'unauthorized',
    'The signature does not fit the request. A proxy before the worker must keep its method, Host, path and query.',
  ),
  signed_body_differs: definePlainReason('unauthorized', 'The body is not the one that the server signed.'),
  signed_request_repeated: definePlainReason('unauthorized', 'The signed request was used before.'),
  wrong_account: definePlainReason('wrong_account', 'This key belongs to another account than this worker.'),
  owner_scope_missing: defineReason(
    'insufficient_scope',
    ['scope'],
    (v) => `This needs an owner key with the scope ${v.scope}.`,
  ),
  control_refusals_exceeded: definePlainReason(
    'rate_limited',
    'Too many requests were refused. Check the key, then try again later.',
  ),
  too_many_key_checks: definePlainReason('rate_limited', 'Too many unknown keys are being checked. Try again later.'),
  api_limits_key: defineReason('rate_limited', ['answer'], (v) => v.answer),
} as const satisfies ReasonTable<ControlErrorCode>

/** Reasons of errors of what the worker needs: its settings, the API, Temporal, its database and Google. */
const outageReasons = {
  settings_invalid: defineReason(
    'invalid_request',
    ['lines', 'answer'],
    (v) => `kitroom.yaml cannot be used.\n${v.answer}`,
  ),
  settings_change_refused: defineReason(
    'invalid_request',
    ['answer'],
    (v) => `The settings would not be valid, so nothing is changed.\n${v.answer}`,
  ),
  worker_internal_error: definePlainReason(
    'internal_error',
    "Something unexpected went wrong; the worker's log has the cause.",
  ),
  state_unavailable: definePlainReason(
    'state_unavailable',
    'The worker’s database does not answer. Try again in a moment.',
  ),
  temporal_refused: defineReason(
    'temporal_refused',
    ['namespace'],
    (v) =>
      `Temporal refuses this worker: its key (TEMPORAL_API_KEY) or certificate is wrong or has expired, or may not use the namespace "${v.namespace}". Start the worker with one that is valid.`,
  ),
  temporal_unavailable: definePlainReason(
    'temporal_unavailable',
    'Temporal does not answer. Try again when it is available.',
  ),
  api_unreachable: definePlainReason('api_unavailable', 'The API server cannot be reached.'),
  api_not_started: definePlainReason(
    'api_unavailable',
    'The API server does not answer. Start it, then start the run again.',
  ),
  api_too_slow: definePlainReason('api_unavailable', 'The API server takes too long. Try again later.'),
  api_refuses_worker: defineReason(
    'api_unavailable',
    ['code'],
    (v) => `The API server refuses the worker's key (${v.code}). Make a new key for the worker.`,
  ),
  api_limits_worker: definePlainReason(
    'api_unavailable',
    'The API server takes no more requests of the worker for now. Try again in a moment.',
  ),
  api_fails: defineReason('api_unavailable', ['code'], (v) => `The API server fails (${v.code}). Try again later.`),
  key_check_no_answer: definePlainReason(
    'api_unavailable',
    'The API server does not answer, so the key cannot be checked. Try again later.',
  ),
  key_check_unreadable: definePlainReason(
    'api_unavailable',
    'The answer of the API server cannot be read, so the key cannot be checked.',
  ),
  key_check_unknown: definePlainReason(
    'api_unavailable',
    'The API server cannot check keys of callers. Use one of the same version as the worker.',
  ),
  key_check_fails: defineReason(
    'api_unavailable',
    ['code'],
    (v) => `The API server fails (${v.code}), so the key cannot be checked. Try again later.`,
  ),
  request_check_no_answer: definePlainReason(
    'api_unavailable',
    'The API server does not answer, so the request cannot be checked. Try again later.',
  ),
  request_check_unreadable: definePlainReason(
    'api_unavailable',
    'The answer of the API server cannot be read, so the request cannot be checked.',
  ),
  request_check_unknown: definePlainReason(
    'api_unavailable',
    'The API server does not name its signing keys. Use one of the same version as the worker.',
  ),
  request_check_fails: defineReason(
    'api_unavailable',
    ['code'],
    (v) => `The API server fails (${v.code}), so the request cannot be checked. Try again later.`,
  ),
  google_refused: defineReason('google_refused', ['answer'], (v) => v.answer),
  google_sign_in_unreadable: defineReason(
    'google_refused',
    ['answer'],
    (v) =>
      `${v.answer} To end the sign-in without the key, remove the access at https://myaccount.google.com/connections, and run: kitroom google logout --forget.`,
  ),
  google_unavailable: defineReason('google_unavailable', ['answer'], (v) => `${v.answer} Try again later.`),
  google_revocation_unknown: defineReason(
    'google_unavailable',
    ['answer'],
    (v) =>
      `${v.answer} It is unknown whether the sign-in was revoked. Nothing was deleted here. Try again later, or remove the access at https://myaccount.google.com/connections, and run: kitroom google logout --forget.`,
  ),
  google_never_signed_in: definePlainReason(
    'not_signed_in',
    'Nobody has signed in yet, so name the file of an OAuth client: kitroom google login --client <file>. docs/google.md shows how to create it.',
  ),
  google_not_signed_in: definePlainReason('not_signed_in', 'Nobody is signed in to Google.'),
  google_calendar_not_new: defineReason(
    'invalid_request',
    ['calendar'],
    (v) => `The calendar "${v.calendar}" has no "google: { calendar: new }" in kitroom.yaml.`,
  ),
  google_calendar_uncertain: defineReason(
    'calendar_uncertain',
    ['title', 'calendar'],
    (v) =>
      `Google was asked for the calendar "${v.title}" before, and it is unknown whether it created it. Look for it in Google Calendar.\nIf it is there, copy its id (Settings → the calendar → Integrate calendar → Calendar ID): kitroom google calendar ${v.calendar} --id <id>\nIf it is not: kitroom google calendar ${v.calendar} --again`,
  ),
  google_other_calendar: definePlainReason(
    'invalid_request',
    'This is another calendar: the description of the one that Kitroom asked for has another mark. Nothing was stored.',
  ),
  google_not_asked: defineReason(
    'invalid_request',
    ['title', 'calendar'],
    (v) => `Google was not asked for "${v.title}" yet. Create it: kitroom google calendar ${v.calendar}`,
  ),
} as const satisfies ReasonTable<ControlErrorCode>

export const accessControlReasons = { ...requestReasons, ...outageReasons } as const
