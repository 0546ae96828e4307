import type { FaultCode } from './errors.ts'
import {
  definePlainReason,
  defineReason,
  formatReason,
  type AnyValues,
  type ReasonTable,
  type ValuesOf,
} from './reasonValues.ts'

const articles: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Reasons why one value is refused. The English sentence has no subject: it follows the field's name. */
export const faultReasons = {
  required: definePlainReason('required', 'is required'),
  blank: definePlainReason('required', 'must not be blank'),
  end_required: defineReason(
    'required',
    ['end'],
    (v) => `is required, and must not lie after ${v.end}, when the key of this request ends`,
  ),
  key_or_code_required: definePlainReason('required', 'is required, or a code'),
  wrong_type: defineReason('invalid_type', ['expected'], (v) => `must be ${articles[v.expected] ?? v.expected}`),
  /** A null where a value is needed, as of a text that was cleared. */
  null_given: defineReason('invalid_type', ['expected'], (v) => `must be ${articles[v.expected] ?? v.expected}`),
  not_one_of: defineReason('invalid_value', ['allowed'], (v) => `must be one of ${v.allowed.join(', ')}`),
  not_one_of_type: defineReason('invalid_type', ['allowed'], (v) => `must be one of ${v.allowed.join(', ')}`),
  status_or_left_out: definePlainReason('invalid_type', 'must be a status or be left out'),
  not_valid: definePlainReason('invalid_value', 'is not valid'),
  too_large: defineReason('invalid_value', ['max'], (v) => `must be at most ${v.max}`),
  too_small: defineReason('invalid_value', ['min'], (v) => `must be at least ${v.min}`),
  not_in_range: defineReason(
    'invalid_value',
    ['min', 'max'],
    (v) => `must be a whole number from ${v.min} to ${v.max}`,
  ),
  too_many_entries: defineReason(
    'too_long',
    ['max'],
    (v, { max }) => `must have at most ${v.max} ${max === 1 ? 'entry' : 'entries'}`,
  ),
  too_few_entries: defineReason(
    'invalid_value',
    ['min'],
    (v, { min }) => `must have at least ${v.min} ${min === 1 ? 'entry' : 'entries'}`,
  ),
  too_many_characters: defineReason('too_long', ['max'], (v) => `must have at most ${v.max} characters`),
  too_many_decimals: defineReason('invalid_value', ['decimals'], (v) => `must have at most ${v.decimals} decimals`),
  two_decimals: definePlainReason('invalid_value', 'must have at most two decimals'),
  half_a_character: definePlainReason('invalid_value', 'must not hold half of a surrogate pair'),
  control_characters: definePlainReason('invalid_value', 'must not hold control characters'),
  nothing_to_search: definePlainReason('invalid_value', 'must have a letter, a digit or a sign to search for'),
  no_currency: definePlainReason('invalid_value', 'must be a currency code of ISO 4217, such as EUR'),
  no_time_zone: definePlainReason('invalid_value', 'must be an IANA time zone, such as Europe/Berlin'),
  no_email: definePlainReason('invalid_value', 'must be an e-mail address, such as ada@example.com'),
  no_uuid: definePlainReason('invalid_value', 'must be a UUID'),
  no_moment: definePlainReason('invalid_value', 'must be a moment that exists, such as 2026-03-28T09:15:00.000Z'),
  no_day: definePlainReason('invalid_value', 'must be a day that exists, written YYYY-MM-DD'),
  no_day_or_moment: definePlainReason(
    'invalid_value',
    'must be a day (2026-03-28) or a moment with its zone (2026-03-28T09:15:00Z)',
  ),
  no_month: definePlainReason('invalid_value', 'must be a month from 1900-01 to 2200-12, written YYYY-MM'),
  no_time_of_day: definePlainReason('invalid_value', 'must be a time of day, written HH:MM on the 24-hour clock'),
  day_not_between: defineReason(
    'invalid_value',
    ['earliest', 'latest'],
    (v) => `must lie between ${v.earliest} and ${v.latest}`,
  ),
  no_status_class: definePlainReason('invalid_value', 'must be a status (404) or a class of them (4xx)'),
  no_audit_head: definePlainReason('invalid_value', 'must be a head that an earlier check gave: 64 hexadecimal digits'),
  no_event_id: definePlainReason('invalid_value', 'must be an event id, such as evt_019d33aa9b1070008000000000000012'),
  no_web_address: definePlainReason('invalid_value', 'must be an address that begins with http:// or https://'),
  no_list_cursor: definePlainReason('invalid_value', 'must be a next_cursor that this list gave'),
  no_replay_cursor: definePlainReason('invalid_value', 'must be a next_cursor that a replay gave'),
  no_etag: definePlainReason('invalid_value', 'must be an ETag of the API'),
  no_loopback_address: definePlainReason('invalid_value', 'must be http://127.0.0.1:<port>'),
  no_purpose: definePlainReason('invalid_value', 'must have 1 to 200 letters, digits and the signs _ . -'),
  no_config_id: definePlainReason(
    'invalid_value',
    'must be 1 to 64 lower-case letters, digits, - or _, starting with a letter or digit',
  ),
  no_automation_id: definePlainReason('invalid_value', 'must be daily, coverage or sync:<source>'),
  no_reminder_id: defineReason(
    'invalid_value',
    ['min'],
    (v) => `must be the id of a reminder, or at least its last ${v.min} characters`,
  ),
  no_field_name: definePlainReason(
    'invalid_value',
    'must be 1 to 40 lower-case letters, digits or _, starting with a letter',
  ),
  reserved_name: definePlainReason('invalid_value', 'is a name that Kitroom uses itself'),
  not_for_field_type: defineReason('invalid_value', ['field_type'], (v) => `must be absent for type ${v.field_type}`),
  field_being_deleted: definePlainReason('invalid_value', 'is being deleted'),
  field_not_filterable: definePlainReason('invalid_value', 'is no filterable field'),
  field_being_filled: definePlainReason('invalid_value', 'is not filterable yet: its values are being collected'),
  repeated: definePlainReason('invalid_value', 'must come once'),
  repeated_parameter: definePlainReason('repeated_parameter', 'must come once'),
  unknown_field: definePlainReason('unknown_field', 'is not a field here'),
  unknown_parameter: definePlainReason('unknown_parameter', 'is not known here'),
  empty_updates: definePlainReason('empty_updates', 'must name at least one field'),
  other_gear_type: defineReason(
    'field_not_for_gear_type',
    ['gear_type', 'gear_types'],
    (v) => `is not a field of gear type ${v.gear_type}, only of ${v.gear_types.join(' and ')}`,
  ),
  field_of_gear_types: defineReason(
    'field_not_for_gear_type',
    ['gear_types'],
    (v) => `is a field of ${v.gear_types.join(' and ')}`,
  ),
  gear_type_fixed: defineReason(
    'gear_type_mismatch',
    ['gear_type'],
    (v) => `is ${v.gear_type} for this item and never changes`,
  ),
  below_other_field: defineReason(
    'invalid_value',
    ['other_field', 'other_number'],
    (v) => `must be at least ${v.other_field}, which is ${v.other_number}`,
  ),
  above_other_field: defineReason(
    'invalid_value',
    ['other_field', 'other_number'],
    (v) => `must be at most ${v.other_field}, which is ${v.other_number}`,
  ),
  before_other_day: defineReason(
    'invalid_value',
    ['other_field', 'other_day'],
    (v) => `must not lie before ${v.other_field}, which is ${v.other_day}`,
  ),
  after_other_day: defineReason(
    'invalid_value',
    ['other_field', 'other_day'],
    (v) => `must not lie after ${v.other_field}, which is ${v.other_day}`,
  ),
  before_start: defineReason('invalid_value', ['other_field'], (v) => `must not lie before ${v.other_field}`),
  beyond_months: defineReason(
    'invalid_value',
    ['months', 'other_field'],
    (v) => `must be within ${v.months} months of ${v.other_field}`,
  ),
  tag_in_use: defineReason('invalid_value', ['item_id'], (v) => `is in use by ${v.item_id}`),
  value_in_use: defineReason('invalid_value', ['item_id'], (v) => `is in use by ${v.item_id}`),
  no_gear_item: definePlainReason('invalid_value', 'must be the id of a gear item of this account'),
  not_type_of_item: defineReason('invalid_value', ['gear_type'], (v) => `must be ${v.gear_type}, the type of the item`),
  status_not_reachable: defineReason('invalid_value', ['statuses'], (v) => `must be ${v.statuses.join(' or ')} here`),
  location_twice: definePlainReason('invalid_value', 'must not be given together with location'),
  search_twice: definePlainReason('invalid_value', 'means the same as q: give one of them'),
  not_in_future: definePlainReason('invalid_value', 'must lie in the future'),
  ends_after_key: defineReason(
    'invalid_value',
    ['end'],
    (v) => `must not lie after ${v.end}, when the key of this request ends`,
  ),
  ends_too_late: defineReason('invalid_value', ['end'], (v) => `must not lie after ${v.end}`),
  other_account: definePlainReason('invalid_value', 'must belong to the same account as the API key'),
  beside_code: definePlainReason('invalid_value', 'must be absent beside a code'),
  unknown_event: defineReason('invalid_value', ['event'], (v) => `there is no event ${v.event}`),
  not_within_days: defineReason('invalid_value', ['days'], (v) => `must lie within the last ${v.days} days`),
  events_or_since: definePlainReason('invalid_value', 'must have either event_ids or since'),
  cursor_beside_events: definePlainReason('invalid_value', 'must be left out where events are named'),
  items_or_filter: definePlainReason('invalid_value', 'must have either items or filter'),
  except_beside_items: definePlainReason('invalid_value', 'must not have except beside items'),
  address_refused: definePlainReason('invalid_value', 'cannot be used for webhooks'),
  header_must_allow: defineReason('invalid_value', ['media_types'], (v) => `must allow ${v.media_types.join(' or ')}`),
  header_not_json: definePlainReason('invalid_value', 'must be application/json'),
  header_must_be_absent: definePlainReason('invalid_value', 'must be absent'),
  header_no_bearer: definePlainReason('invalid_value', 'must be "Bearer <API key>"'),
  header_no_tags: definePlainReason('invalid_value', 'must be * or a list of entity tags in double quotes'),
  header_no_idempotency_key: definePlainReason(
    'invalid_value',
    'must be one token of 1 to 255 letters, digits, "-" and "_", bare or in double quotes',
  ),
} as const satisfies ReasonTable<FaultCode>

export type FaultReason = keyof typeof faultReasons
export type FaultValues<R extends FaultReason> = ValuesOf<typeof faultReasons, R>

/** Members of a fault that say what is wrong with a value. */
export interface DescribedFault {
  code: FaultCode
  detail: string
  reason: FaultReason
  values?: AnyValues
}

/** Describes a fault: its code and English sentence come from the table. */
export function describeFault<R extends FaultReason>(reason: R, values: FaultValues<R>): DescribedFault {
  const described: DescribedFault = {
    code: faultReasons[reason].code,
    detail: formatReason(faultReasons[reason], values as unknown as AnyValues),
    reason,
  }
  if (faultReasons[reason].values.length > 0) described.values = values as unknown as AnyValues
  return described
}
