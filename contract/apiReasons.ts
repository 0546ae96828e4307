import { accessReasons } from './accessReasons.ts'
import type { ErrorCode } from './errors.ts'
import { definePlainReason, defineReason, type ReasonTable, type ValuesOf } from './reasonValues.ts'
import { requestReasons } from './requestReasons.ts'

/** Reasons of errors about records, and of the server's own failures. */
const recordReasons = {
  no_path: definePlainReason('not_found', 'There is nothing at this path.'),
  no_record: defineReason('not_found', ['record'], (v) => `There is no ${v.record.replaceAll('_', ' ')} with this id.`),
  no_deleted_item: definePlainReason('not_found', 'There is no deleted gear item with this id that is still stored.'),
  status_change_refused: defineReason(
    'invalid_transition',
    ['record', 'from', 'to', 'statuses'],
    (v) =>
      `A ${v.record.replaceAll('_', ' ')} that is ${v.from} cannot become ${v.to}, only ${v.statuses.join(' or ')}.`,
  ),
  asset_tag_taken: defineReason(
    'asset_tag_taken',
    ['item_id'],
    (v) => `Another gear item has this asset tag: ${v.item_id}.`,
  ),
  managed_by_gear: defineReason(
    'managed_by_gear',
    ['item_id'],
    (v) =>
      `This document follows the warranty of gear item ${v.item_id}. Change warranty_expires_on or warranty_provider there.`,
  ),
  key_rotated_before: defineReason(
    'key_not_live',
    ['key_id'],
    (v) => `This key was rotated before. The key in its place is ${v.key_id}: rotate that one.`,
  ),
  key_was_revoked: definePlainReason('key_not_live', 'This key was revoked. Make a new one.'),
  key_has_expired: definePlainReason('key_not_live', 'This key has expired. Make a new one.'),
  last_owner_key: definePlainReason(
    'last_owner_key',
    'Without this key nobody could change the settings. Rotate it, then revoke the old one.',
  ),
  webhook_disabled: definePlainReason(
    'webhook_disabled',
    'This endpoint is disabled. Set its status to enabled, then try again.',
  ),
  webhook_limit_reached: defineReason(
    'webhook_limit_reached',
    ['max'],
    (v) => `An account may have ${v.max} endpoints. Delete one that is not needed any more.`,
  ),
  field_name_taken: defineReason(
    'field_name_taken',
    ['name'],
    (v) => `The account has a field ${v.name}, or one that is being deleted. Choose another name.`,
  ),
  type_has_max_fields: defineReason(
    'field_limit_reached',
    ['gear_type', 'max'],
    (v) => `Gear of type ${v.gear_type} has ${v.max} own fields, the maximum.`,
  ),
  max_filterable_fields: defineReason(
    'field_limit_reached',
    ['max'],
    (v) => `At most ${v.max} fields of an account can be filterable or unique.`,
  ),
  field_has_values: defineReason('field_in_use', ['name', 'items_count'], (v, { items_count: count }) =>
    count === 1
      ? `One item has a value of ${v.name}. To delete it too, send ?values=discard.`
      : `${v.items_count} items have a value of ${v.name}. To delete these too, send ?values=discard.`,
  ),
  choices_in_use: defineReason(
    'field_in_use',
    ['name', 'known'],
    (v) => `Items have these values of ${v.name}, which would not be choices any more: ${v.known.join(', ')}.`,
  ),
  values_repeated: defineReason(
    'field_in_use',
    ['name', 'known'],
    (v) => `Several items have the same value of ${v.name}: ${v.known.join(', ')}.`,
  ),
  field_filling: defineReason(
    'field_not_ready',
    ['name'],
    (v) => `The values of ${v.name} are still being collected. Try again in a moment.`,
  ),
  field_ending: defineReason('field_not_ready', ['name'], (v) => `The field ${v.name} is being deleted.`),
  field_filterable_first: defineReason(
    'field_not_ready',
    ['name'],
    (v) => `Make ${v.name} filterable first: its values are collected then, and can be compared.`,
  ),
  field_value_taken: defineReason(
    'field_value_taken',
    ['name', 'item_id'],
    (v) => `Another gear item has this value of ${v.name}: ${v.item_id}.`,
  ),
  category_name_taken: defineReason(
    'category_name_taken',
    ['name'],
    (v) => `The account has a category ${v.name}. Choose another name.`,
  ),
  category_limit_reached: defineReason(
    'category_limit_reached',
    ['max'],
    (v) => `An account may have ${v.max} categories of its own. Delete one that is not needed any more.`,
  ),
  category_in_use: defineReason('category_in_use', ['name', 'items_count'], (v, { items_count: count }) =>
    count === 1
      ? `One accessory has the category ${v.name}. Give it another one first.`
      : `${v.items_count} accessories have the category ${v.name}. Give them another one first.`,
  ),
  precondition_failed: definePlainReason(
    'precondition_failed',
    'The record has changed since you read it. Read it again and repeat the change if it still makes sense.',
  ),
  fields_invalid: defineReason('validation_failed', ['fields_count'], (v, { fields_count: count }) =>
    count === 1 ? 'One field is not valid: see errors.' : `${v.fields_count} fields are not valid: see errors.`,
  ),
  many_fields_invalid: defineReason(
    'validation_failed',
    ['fields_count', 'max'],
    (v) => `${v.fields_count} fields are not valid: see errors for the first ${v.max}.`,
  ),
  gear_reference_invalid: definePlainReason(
    'gear_reference_invalid',
    'The record must name a gear item of this account: see errors.',
  ),
  address_no_https: definePlainReason(
    'webhook_address_refused',
    'The address must be a URL that begins with https://.',
  ),
  address_with_user: definePlainReason(
    'webhook_address_refused',
    'The address must not hold a user name or a password.',
  ),
  address_with_fragment: definePlainReason('webhook_address_refused', 'The address must not have a fragment (#…).'),
  address_ipv4_in_ipv6: definePlainReason(
    'webhook_address_refused',
    'Write an IPv4 address as such, not inside an IPv6 address.',
  ),
  address_not_public: definePlainReason(
    'webhook_address_refused',
    'This address is not on the public internet. The operator of this server can allow it with KITROOM_WEBHOOK_ALLOW.',
  ),
  address_http: definePlainReason('webhook_address_refused', 'The address must begin with https://.'),
  address_port: defineReason(
    'webhook_address_refused',
    ['port'],
    (v) =>
      `Webhooks go to port 443 or 8443, not to ${v.port}. The operator of this server can allow it with KITROOM_WEBHOOK_ALLOW.`,
  ),
  address_dot_at_end: definePlainReason('webhook_address_refused', 'Write the host name without the dot at its end.'),
  address_no_host_name: definePlainReason('webhook_address_refused', 'The host name is not a valid one.'),
  address_local_name: definePlainReason(
    'webhook_address_refused',
    'This name is one of a local network. The operator of this server can allow it with KITROOM_WEBHOOK_ALLOW.',
  ),
  idempotency_key_reused: defineReason(
    'idempotency_key_reused',
    ['hours'],
    (v) => `This Idempotency-Key was used for another request within the last ${v.hours} hours. Use a new key.`,
  ),
  internal_error: definePlainReason(
    'internal_error',
    'Something went wrong on our side. Try again; if it stays, look for the request id in the server log.',
  ),
  worker_not_known: definePlainReason(
    'worker_unavailable',
    'This server knows no worker: KITROOM_WORKER_URL is not set. Syncs, reminders and automations need it; the inventory does not.',
  ),
  worker_silent: definePlainReason(
    'worker_unavailable',
    'The worker does not answer right now. Syncs, reminders and automations need it; the inventory does not.',
  ),
  worker_refuses_server: defineReason(
    'worker_unavailable',
    ['answer'],
    (v) =>
      `The worker refuses this server: both need the same version and the same API server. It says: ${v.answer} Syncs, reminders and automations need it; the inventory does not.`,
  ),
  not_ready: definePlainReason('overloaded', 'The database does not answer or takes no writes right now.'),
  search_too_slow: definePlainReason(
    'overloaded',
    'The search took too long, or too many wait already. Search for fewer words, or try again in a moment.',
  ),
  database_silent: definePlainReason('overloaded', 'The database does not answer right now. Try again in a moment.'),
  write_uncertain: definePlainReason(
    'overloaded',
    'The database failed while the change was being saved: it may have been made or not. Send it again with the same Idempotency-Key, or look before you repeat it.',
  ),
  no_writes: definePlainReason(
    'overloaded',
    'The database takes no writes right now. Nothing was changed; try again in a moment.',
  ),
  shutting_down: definePlainReason('shutting_down', 'The server is shutting down. Try again in a moment.'),
} as const satisfies ReasonTable<ErrorCode>

/**
 * Reasons of the errors of the API, of the settings and of the console's sessions. Names are never changed or removed;
 * new ones may be added.
 */
export const apiReasons = { ...requestReasons, ...accessReasons, ...recordReasons } as const

export type ApiReason = keyof typeof apiReasons
export type ApiValues<R extends ApiReason> = ValuesOf<typeof apiReasons, R>
