import type { ErrorCode } from './errors.ts'
import { definePlainReason, defineReason, type ReasonTable } from './reasonValues.ts'

const keyNames: Readonly<Record<string, string>> = { api_key: 'API key', owner_key: 'owner key' }

/** Reasons of errors about keys, sessions and limits. */
export const accessReasons = {
  missing_api_key: definePlainReason(
    'missing_api_key',
    'Send your API key in the header "Authorization: Bearer <API key>".',
  ),
  key_unknown: definePlainReason('invalid_api_key', 'The API key is not known here.'),
  key_revoked: definePlainReason('invalid_api_key', 'The API key was revoked.'),
  key_expired: definePlainReason('invalid_api_key', 'The API key has expired.'),
  owner_key_for_api: definePlainReason(
    'invalid_api_key',
    'This is an owner key (ok_studio_…): it opens only /settings/v1. Use an API key (sk_studio_…) here.',
  ),
  api_key_for_settings: definePlainReason(
    'invalid_api_key',
    'This is an API key (sk_studio_…): it opens only /api/v1. The account settings need an owner key (ok_studio_…).',
  ),
  typed_key_unknown: defineReason(
    'invalid_api_key',
    ['key_kind'],
    (v) => `The ${keyNames[v.key_kind] ?? v.key_kind} is not known here.`,
  ),
  typed_key_replaced: defineReason(
    'invalid_api_key',
    ['key_kind'],
    (v) => `The ${keyNames[v.key_kind] ?? v.key_kind} was replaced by another one. Use that one.`,
  ),
  key_of_worker: definePlainReason(
    'invalid_api_key',
    'This key is the worker’s. Use an API key of your own (kitroom key create).',
  ),
  code_not_valid: defineReason(
    'code_not_valid',
    ['minutes'],
    (v) => `The code of this link is unknown, was used before, or is older than ${v.minutes} minutes.`,
  ),
  session_required: definePlainReason('session_required', 'Sign in to the console first.'),
  session_was_ended: definePlainReason('session_ended', 'The session has ended. It was ended. Sign in again.'),
  session_key_revoked: defineReason(
    'session_ended',
    ['key_kind'],
    (v) => `The session has ended. Its ${keyNames[v.key_kind] ?? v.key_kind} was revoked. Sign in again.`,
  ),
  session_key_expired: defineReason(
    'session_ended',
    ['key_kind'],
    (v) => `The session has ended. Its ${keyNames[v.key_kind] ?? v.key_kind} has expired. Sign in again.`,
  ),
  session_key_replaced: defineReason(
    'session_ended',
    ['key_kind'],
    (v) =>
      `The session has ended. Its ${keyNames[v.key_kind] ?? v.key_kind} was replaced by another one. Sign in again.`,
  ),
  session_too_old: definePlainReason(
    'session_ended',
    'The session has ended. It has reached its greatest age. Sign in again.',
  ),
  session_idle: defineReason(
    'session_ended',
    ['hours'],
    (v) => `The session has ended. It was not used for ${v.hours} hours. Sign in again.`,
  ),
  session_changed: definePlainReason('session_ended', 'The session has another owner key now, or was deleted.'),
  owner_key_needed: definePlainReason(
    'owner_key_needed',
    'This session has no owner key, which the account settings and the worker need. Add one.',
  ),
  scope_missing: defineReason('insufficient_scope', ['scope'], (v) => `This needs a key with the scope ${v.scope}.`),
  events_not_readable: defineReason(
    'insufficient_scope',
    ['events', 'scope'],
    (v) =>
      `This key may not read the events ${v.events.join(', ')}, so it may not have them sent. This needs a key with the scope ${v.scope}.`,
  ),
  key_would_do_more: definePlainReason(
    'insufficient_scope',
    'An owner key with scopes cannot make, rotate or revoke one that may do more than itself. Use a full owner key.',
  ),
  scopes_not_held: defineReason(
    'insufficient_scope',
    ['scopes'],
    (v) => `An owner key with scopes cannot give or take what it lacks: ${v.scopes.join(', ')}. Use a full owner key.`,
  ),
  rotates_itself_only: definePlainReason(
    'insufficient_scope',
    'An owner key with scopes rotates only itself, because it gets the key that is made. Use a full owner key.',
  ),
  rotates_no_longer_key: definePlainReason(
    'insufficient_scope',
    'A key that ends cannot rotate one that ends later. Use a full owner key.',
  ),
  tier_without_feature: defineReason(
    'feature_not_available',
    ['tier', 'feature'],
    (v) => `The subscription tier ${v.tier} does not include ${v.feature}. Change the tier in the account settings.`,
  ),
  subscription_not_live: defineReason(
    'feature_not_available',
    ['status', 'feature', 'statuses'],
    (v) => `The subscription is ${v.status}: ${v.feature} needs one that is ${v.statuses.join(' or ')}.`,
  ),
  origin_differs: defineReason(
    'cross_origin_refused',
    ['origin'],
    (v) => `The Origin header must be the address of this request, ${v.origin}.`,
  ),
  origin_scheme_lost: defineReason(
    'cross_origin_refused',
    ['origin'],
    (v) =>
      `The Origin header must be the address of this request, ${v.origin}. The proxy must set X-Forwarded-Proto, and KITROOM_TRUSTED_PROXIES must name it.`,
  ),
  origin_unknown: definePlainReason(
    'cross_origin_refused',
    'The Origin header must be the address of this request, which has no host.',
  ),
  console_header_missing: defineReason(
    'cross_origin_refused',
    ['header'],
    (v) => `The header ${v.header}: 1 is missing.`,
  ),
  other_site: definePlainReason('cross_origin_refused', 'The browser says that another site sent this request.'),
  insecure_sign_in: definePlainReason(
    'insecure_sign_in',
    'Over plain http you can sign in only on the machine that runs the server, at its loopback address: anybody on the way could read the key. Use https (with a proxy that KITROOM_TRUSTED_PROXIES names), or a tunnel such as ssh -L 4000:127.0.0.1:4000.',
  ),
  key_rate_exceeded: defineReason(
    'rate_limited',
    ['per_second', 'max'],
    (v) =>
      `Too many requests: this key may send ${v.per_second} in a second and ${v.max} at once. Wait as long as Retry-After says.`,
  ),
  account_rate_exceeded: defineReason(
    'rate_limited',
    ['per_second', 'max'],
    (v) =>
      `Too many requests: this account may send ${v.per_second} in a second and ${v.max} at once. Wait as long as Retry-After says.`,
  ),
  too_many_refusals: definePlainReason(
    'rate_limited',
    'Too many requests with refused keys came from this address. Check the key, then try again later.',
  ),
} as const satisfies ReasonTable<ErrorCode>
