import type { settingSentences } from '../../contract/sentences/settings.ts'

const SMTP = 'smtp: { host: 127.0.0.1, security: none }'
const MAIL = `{ id: mail, type: email, from: kit@studio.example, ${SMTP} }`
const WEB = 'https://studio.example'
const SHEET = `https://docs.google.com/spreadsheets/d/${'1'.repeat(30)}/edit`

const source = (settings: string, location = 'file: a.csv'): string => `sources: [{ id: a, ${location}, ${settings} }]`
const url = (settings: string): string => source('key: asset_tag', `url: { ${settings} }`)
const reminders = (settings: string): string => `reminders: { ${settings} }`
const channel = (settings: string): string => reminders(`channels: [{ id: x, ${settings} }]`)
const people = (entries: string, more = ''): string => reminders(`channels: [${MAIL}], people: [${entries}]${more}`)
const person = (more: string, own = '{ channel: mail, to: ada@studio.example }'): string =>
  `{ id: ada, name: Ada, channels: [${own}]${more} }`
const plan = (settings: string, every = '6 months', filter = '{ type: camera }'): string =>
  `maintenance: { plans: [{ id: p, applies_to: ${filter}, service_type: Reinigung, every: ${every}${settings} }] }`
const warranty = (settings: string): string => `warranty: { ${settings} }`
const calendar = (settings: string): string => `calendars: [{ id: c, ${settings} }]`
const repeat = (count: number, entry: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => entry(index)).join(', ')

/** Sentences that no text of a file has: a place, and files that cannot be read or opened. */
export const withoutExample = [
  'settings_file_missing',
  'settings_file_unreadable',
  'settings_not_editable',
  'settings_sealed',
] as const

type Code = Exclude<keyof typeof settingSentences, (typeof withoutExample)[number]>

/** Texts of kitroom.yaml with a fault, by the code of its sentence. */
export const examples: Readonly<Partial<Record<Code, string>>> = {
  setting_in_line: 'sources: 7',
  line_of_settings: 'farbe: rot',
  setting_unknown: 'farbe: rot',
  // Text that is no YAML
  yaml_too_long: `sources: "${'x'.repeat(600_000)}"`,
  yaml_nested_too_deeply: `sources: ${'['.repeat(100_000)}`,
  yaml_alias_inside: 'sources: &x\n  - *x\n',
  yaml_alias_unknown: 'sources: *x',
  yaml_too_many_aliases: `sources:\n  - &x { id: a, file: a.csv }\n${'  - *x\n'.repeat(150)}`,
  yaml_alias_with_properties: 'sources: [&x a, &y *x]',
  yaml_bad_alias: 'sources: *',
  yaml_bad_escape: 'sources: "\\q"',
  yaml_bad_indent: 'sources:\n  a: b\n c: d\n',
  yaml_bad_property_order: 'sources: [&x ? a : b]',
  yaml_bad_start: 'sources: @a',
  yaml_block_as_key: 'sources: a: b',
  yaml_duplicate_key: 'sources: []\nsources: []\n',
  yaml_missing_character: 'sources: "a',
  yaml_key_in_lines: 'a\n b: c\n',
  yaml_key_too_long: `${'x'.repeat(2000)}: a`,
  yaml_bad_directive: '%YAML\n---\nsources: []\n',
  yaml_block_in_flow: 'sources: [\n  - a\n]',
  yaml_two_anchors: 'sources: &x &y a',
  yaml_two_documents: 'sources: []\n---\nsources: []\n',
  yaml_two_tags: 'sources: !!str !!str a',
  yaml_tab_as_indent: 'sources:\n\t- a\n',
  yaml_unexpected_character: 'sources: [a, , b]',
  setting_dropped: source('key: asset_tag', 'dropped: false'),
  setting_schedule_of: source('schedule: "0 6 * * *"', 'dropped: true'),
  // Values without a sentence of their own
  value_required: 'sources: [{ file: a.csv }]',
  value_blank: plan(', title: " "'),
  value_wrong_type: 'sources: 7',
  value_null_given: reminders('shoots:'),
  value_not_one_of: source('key: model'),
  value_too_large: source('guard: { percent: 200 }'),
  value_too_small: source('guard: { changes: -1 }'),
  value_too_many_entries: source(`ignore: [${repeat(501, (index) => `x${index}`)}]`),
  value_too_few_entries: calendar('clients: []'),
  value_too_many_characters: plan(`, title: ${'x'.repeat(300)}`),
  value_half_a_character: plan(', title: "\\uD800x"'),
  value_control_characters: plan(', title: "x\\ny"'),
  value_two_decimals: source('defaults: { purchase_price: 1.234 }'),
  value_no_day: source('defaults: { purchase_date: 2027-02-30 }'),
  value_day_not_between: source('defaults: { purchase_date: 1800-01-01 }'),
  value_no_config_id: 'sources: [{ id: A!, file: a.csv }]',
  value_not_valid: source('columns: { "": brand }'),
  // Reminders and people
  setting_id_taken: 'calendars: [{ id: c }, { id: c }]',
  setting_time: reminders('at: 9h'),
  setting_time_zone: people(person(', timezone: Mars')),
  setting_escalation_after: people(person(''), ', escalation: { after: 90d, to: ada }'),
  setting_person_channel: people(person('', '[mail]')),
  setting_no_channels: people(person('', '')),
  setting_no_kinds: people(person(', kinds: []')),
  setting_no_tags: people(person(', only: { asset_tags: [] }')),
  setting_no_address: reminders(`channels: [${MAIL}]`),
  setting_no_weekdays: people(person(', quiet: { from: "20:00", to: "08:00", days: [] }')),
  setting_no_people: people(''),
  setting_too_many_people: people(repeat(201, (index) => `{ id: p${index}, name: P, channels: [mail] }`)),
  setting_filter_of_person: people(person(', only: {}')),
  setting_person_unknown: people(person(''), ', fallback: bo'),
  setting_channel_unknown: people(person('', 'fax')),
  setting_channel_unused: reminders(`channels: [${MAIL}, { id: log, type: log }], people: [${person('')}]`),
  setting_address_needed: people(person('', 'mail')),
  setting_address_not_used: reminders(
    `channels: [{ id: log, type: log }], people: [${person('', '{ channel: log, to: a@b.de }')}]`,
  ),
  setting_unsubscribe_address: people(`${person('')}, { id: bo, name: Bo, channels: [mail], unsubscribe: true }`),
  setting_unsubscribe_fallback: people(person(', unsubscribe: true')),
  setting_quiet_same_time: people(person(', quiet: { from: "20:00", to: "20:00" }')),
  setting_quiet_too_long: people(person(', quiet: { from: "00:00", to: "23:59" }')),
  setting_for_weekly_digest: people(person(', digest: { every: day, on: monday, at: "09:00" }')),
  // Maintenance and warranties
  setting_days: plan(', lead_days: 400'),
  setting_days_or_false: 'maintenance: { reminders: { every_after: x } }',
  setting_number: plan(', lead: x'),
  setting_filter_of_plan: plan('', '6 months', '{}'),
  setting_plan_start: plan(', from: gestern'),
  setting_period: plan('', 'oft'),
  setting_period_count: plan('', '900 months'),
  setting_use: plan('', '{ shutter_count: 0 }'),
  setting_use_lead: plan(', lead: 90', '{ shutter_count: 50 }'),
  setting_use_start: plan(', from: purchase', '{ shutter_count: 50 }'),
  setting_use_lead_days: plan(', lead_days: 3', '{ shutter_count: 50 }'),
  setting_only_by_use: plan(', or: 1 year'),
  setting_lead_by_use: plan(', lead: 3'),
  setting_meter_of_types: plan('', '{ flight_hours: 50 }'),
  setting_whole_days: warranty('steps: [1.5]'),
  setting_step_past: warranty('steps: [-1]'),
  setting_step_outside: warranty('window_days: 30, steps: [60]'),
  setting_no_steps: warranty('steps: []'),
  setting_too_many_steps: warranty(`steps: [${repeat(51, String)}]`),
  setting_no_types: warranty('types: []'),
  setting_entry_twice: warranty('steps: [7, 7]'),
  setting_at_least: warranty('window_days: -1'),
  setting_at_most: warranty('window_days: 4000'),
  // Calendars
  setting_too_many_calendars: `calendars: [${repeat(101, (index) => `{ id: c${index} }`)}]`,
  setting_duration: calendar('default_duration: x'),
  setting_duration_range: calendar('default_duration: 0m'),
  setting_names_twice: calendar('clients: [a, a]'),
  setting_statuses_twice: calendar('statuses: [planning, planning]'),
  setting_one_line: calendar('name: "x\\ny"'),
  setting_color: calendar('color: Rot'),
  setting_one_of: calendar('statuses: [offen]'),
  setting_other_calendar: calendar('shows: maintenance, clients: [a]'),
  calendar_maintenance_client: calendar('shows: maintenance, clients: [a]'),
  calendar_maintenance_place: calendar('shows: maintenance, places: [a]'),
  calendar_maintenance_hidden_place: calendar('shows: maintenance, hide_place: true'),
  calendar_maintenance_time: calendar('shows: maintenance, default_duration: 1h'),
  calendar_warranty_status: calendar('shows: warranty, statuses: [a]'),
  calendar_warranty_client: calendar('shows: warranty, clients: [a]'),
  calendar_warranty_place: calendar('shows: warranty, places: [a]'),
  calendar_warranty_hidden_place: calendar('shows: warranty, hide_place: true'),
  calendar_warranty_time: calendar('shows: warranty, default_duration: 1h'),
  setting_google_calendar: calendar('google: { calendar: x }'),
  setting_google_calendar_twice:
    'calendars: [{ id: a, google: { calendar: a@b.de } }, { id: b, google: { calendar: a@b.de } }]',
  // Channels
  setting_mailbox: channel(`type: email, from: Kit, ${SMTP}`),
  setting_mail_host: channel('type: email, from: a@b.de, smtp: { host: "a b" }'),
  setting_mail_security: channel('type: email, from: a@b.de, smtp: { host: b.de, security: none }'),
  setting_server_address: channel('type: apprise, key_env: KITROOM_CHANNEL_A, server: x'),
  setting_channel_variable: channel('type: slack, url_env: X'),
  setting_topic: channel('type: ntfy, topic: "a b"'),
  setting_topic_or_variable: channel('type: ntfy'),
  setting_service_tags: channel(`type: apprise, key_env: KITROOM_CHANNEL_A, server: "${WEB}", tag: "a;b"`),
  // Sources
  setting_too_many_sources: `sources: [${repeat(101, (index) => `{ id: s${index}, file: a.csv }`)}]`,
  setting_file: 'sources: [{ id: a }]',
  setting_two_locations: source('key: asset_tag', `file: a.csv, url: "${WEB}/a.csv"`),
  setting_write_back_of: source('write_back: true'),
  setting_range_of: source('range: A:K'),
  setting_on_of: source('on: nas', `url: "${WEB}/a.csv"`),
  setting_rows_of_two_sources: `sources: [${repeat(2, (index) => `{ id: s${index}, google_sheet: "${SHEET}", write_back: true, range: A:${'FK'[index]} }`)}]`,
  setting_web_address: url('address: x'),
  setting_password_in_address: url('address: "https://ada:x@studio.example/a.csv"'),
  setting_variable: url(`address: "${WEB}", bearer_env: x`),
  setting_variable_of_kitroom: url(`address: "${WEB}", bearer_env: KITROOM_API_KEY`),
  setting_needs_other: url(`address: "${WEB}", user_env: ADA`),
  setting_not_beside: url(`address: "${WEB}", user_env: ADA, password_env: PW, bearer_env: T`),
  setting_google_sheet: source('key: asset_tag', 'google_sheet: x'),
  setting_uploaded_workbook: source('key: asset_tag', `google_sheet: "${SHEET}?rtpof=true"`),
  setting_published_page: source(
    'key: asset_tag',
    'google_sheet: "https://docs.google.com/spreadsheets/d/e/2PACX/pub"',
  ),
  setting_range: source('range: x', `google_sheet: "${SHEET}"`),
  setting_range_names_sheet: source('range: "Blatt!A:K"', `google_sheet: "${SHEET}"`),
  setting_range_reversed: source('range: K9:A3', `google_sheet: "${SHEET}"`),
  setting_no_field: source('mark: {}'),
  setting_brand_choose: source('defaults: { brand: CHOOSE }'),
  setting_currency: source('defaults: { currency: Euro }'),
  setting_encoding: source('encoding: x'),
  setting_month_dates: source('month_dates: x'),
  setting_damaged_values: source('damaged_values: x'),
  setting_two_digit_years: source('two_digit_years: x'),
  setting_hundred_years: source('two_digit_years: 1970-2020'),
  setting_date_zone: source('date_zone: Mars'),
  setting_header_twice: source('columns: { Ort: storage_location }, ignore: [Ort]'),
  setting_same_item_twice: source('same_item: { A: B, C: B }'),
  setting_mark_needed: source('missing: mark'),
  setting_too_many_characters: source(`schedule: "${'0'.repeat(600)}"`),
  setting_schedule_fields: source('schedule: oft'),
  setting_schedule_field: source('schedule: "60 6 * * *"'),
  setting_schedule_never: source('schedule: "0 6 30 2 *"'),
}
