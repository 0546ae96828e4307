/**
 * Kind of a value, by which it is shown to a reader. `name` stays as it is: ids, names and keywords. The others are
 * numbers, dates, and words of the contract, which a reader's language has its own words for. `english` is a sentence
 * that only the English text contains.
 */
export type ValueKind =
  | 'name'
  | 'names'
  | 'number'
  | 'numbers'
  | 'day'
  | 'moment'
  | 'field'
  | 'word'
  | 'words'
  | 'feature'
  | 'run_status'
  | 'scope'
  | 'scopes'
  | 'record'
  | 'key_kind'
  | 'english'

/** Kinds of records, as the value `record` names them. */
export type RecordName =
  | 'category'
  | 'document'
  | 'endpoint'
  | 'field'
  | 'gear_item'
  | 'key'
  | 'maintenance_record'
  | 'session'
  | 'shoot'

/** Names of the values that sentences contain, with their kinds. A name means the same in each sentence. */
export const valueKinds = {
  allowed: 'words',
  answer: 'english',
  automation: 'name',
  calendar: 'name',
  channel: 'name',
  code: 'name',
  days: 'number',
  decimals: 'number',
  deletes: 'number',
  earliest: 'day',
  end: 'moment',
  event: 'name',
  events: 'names',
  example: 'name',
  expected: 'name',
  feature: 'feature',
  field: 'field',
  field_type: 'word',
  fields_count: 'number',
  file_host: 'name',
  from: 'word',
  gear_type: 'word',
  gear_types: 'words',
  given: 'name',
  header: 'name',
  hours: 'number',
  item_id: 'name',
  items_count: 'number',
  key_kind: 'key_kind',
  key_id: 'name',
  known: 'names',
  latest: 'day',
  lines: 'numbers',
  max: 'number',
  max_bytes: 'number',
  max_mib: 'number',
  media_types: 'names',
  member: 'name',
  method: 'name',
  methods: 'names',
  min: 'number',
  minutes: 'number',
  months: 'number',
  number_text: 'name',
  origin: 'name',
  other_day: 'day',
  other_field: 'field',
  name: 'name',
  namespace: 'name',
  other_number: 'number',
  other_source: 'name',
  parameter: 'field',
  path: 'name',
  per_second: 'number',
  person: 'name',
  port: 'number',
  reached: 'moment',
  record: 'record',
  reminder: 'name',
  run: 'name',
  scope: 'scope',
  scopes: 'scopes',
  run_status: 'run_status',
  seconds: 'number',
  signed_at: 'moment',
  signing_key: 'name',
  source: 'name',
  sources: 'names',
  status: 'word',
  statuses: 'words',
  tier: 'word',
  title: 'name',
  to: 'word',
} as const satisfies Readonly<Record<string, ValueKind>>

export type ValueName = keyof typeof valueKinds

type RawOfKind<Kind extends ValueKind> = Kind extends 'number'
  ? number
  : Kind extends 'numbers'
    ? readonly number[]
    : Kind extends 'names' | 'words' | 'scopes'
      ? readonly string[]
      : string

/** Values of a sentence as they are sent: numbers, texts, ISO 8601 dates, or lists of them. */
type ReasonValues<Name extends ValueName> = { [N in Name]: RawOfKind<(typeof valueKinds)[N]> }

/** Values of a sentence as a reader sees them: texts and lists of texts. */
type ShownValues<Name extends ValueName> = {
  [N in Name]: RawOfKind<(typeof valueKinds)[N]> extends readonly unknown[] ? readonly string[] : string
}

/** Makes a sentence from its values. @param raw the values as sent, for forms that depend on a number */
export type Sentence<Name extends ValueName> = (shown: ShownValues<Name>, raw: ReasonValues<Name>) => string

/** Any values that were received, perhaps from a newer server. */
export type AnyValues = Record<string, string | number | (string | number)[]>

/** A reason: its code, the names of its values, and its English sentence. */
export interface Reason<Code extends string = string, Name extends ValueName = ValueName> {
  readonly code: Code
  readonly values: readonly Name[]
  readonly text: Sentence<Name>
}

export const defineReason = <const Code extends string, const Name extends ValueName>(
  code: Code,
  values: readonly Name[],
  text: Sentence<Name>,
): Reason<Code, Name> => ({ code, values, text })

/** Defines a reason whose sentence contains no values. */
export const definePlainReason = <const Code extends string>(code: Code, text: string): Reason<Code, never> => ({
  code,
  values: [],
  text: () => text,
})

/** A reason of any code and values. */
export interface AnyReason<Code extends string = string> {
  readonly code: Code
  readonly values: readonly ValueName[]
  readonly text: (shown: never, raw: never) => string
}

export type ReasonTable<Code extends string = string> = Readonly<Record<string, AnyReason<Code>>>

/** Values of the reason `R` of a table. */
export type ValuesOf<Table extends ReasonTable, R extends keyof Table> = ReasonValues<Table[R]['values'][number]>

/** Texts of another language: one for each reason of a table, made from the same values. */
export type TextsOf<Table extends ReasonTable> = {
  readonly [R in keyof Table]: Sentence<Table[R]['values'][number]>
}

/** Makes the English sentence of a reason. English shows values as they are sent. */
export const formatReason = ({ text }: AnyReason, values: AnyValues): string => text(values as never, values as never)
