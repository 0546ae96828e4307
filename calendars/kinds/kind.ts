import type { CalendarKindName } from '../../contract/control/calendars.ts'
import type { ApiOperation } from '../../contract/operation.ts'
import type { EntryContent } from '../entry.ts'

/** Optional details of events. */
export type OptionalPart = 'client' | 'provider' | 'notes'

/** The settings of a calendar that choose records, and say what is shown of them. */
export interface ShownSettings {
  statuses: readonly string[]
  /** Watched types of documents, from `warranty: types`. */
  types?: readonly string[] | undefined
  clients?: readonly string[] | undefined
  places?: readonly string[] | undefined
  hide_place?: boolean | undefined
  include: readonly OptionalPart[]
  /** Minutes of a shoot that has a start time but no duration. */
  default_duration: number
}

/** The item of a record, as it was read last. */
export interface RecordItem {
  /** Name and asset tag. */
  name: string
  is_retired: boolean
  /** When the item changed after the record was first read; null before. */
  changed_at: string | null
}

/** What records of all kinds have. */
export interface CalendarRecord {
  id: string
  created_at: string
  updated_at: string
  /** Of kinds with `itemId`: null if the record has no item. */
  item?: RecordItem | null
}

/** Settings of a calendar that some kinds do not have. */
export type KindSetting = 'statuses' | 'clients' | 'places' | 'hide_place' | 'default_duration'

/** A kind of records that calendars show. Methods get a record as the API sent it, with its item. */
export interface CalendarKind<R extends CalendarRecord = CalendarRecord> {
  name: CalendarKindName
  /** For messages, such as "shoot" and "shoots". */
  noun: { one: string; many: string }
  list: ApiOperation
  get: ApiOperation
  /** Query of `list` for the records from a day on. */
  listFrom(day: string): Readonly<Record<string, string>>
  /** Events of the API about these records begin so. */
  eventPrefix: string
  /** Statuses that a calendar can choose. */
  statuses: readonly string[]
  /** Status of a record that was cancelled before it was first read. */
  firstStatus: string
  include: readonly OptionalPart[]
  /** Settings that make no sense, with the reason. */
  refused: Partial<Readonly<Record<KindSetting, string>>>
  /** Null: the record has no day any more, and is treated as deleted. */
  dayOf(record: R): string | null
  /** What calendars choose by; `cancelled` for a cancelled record. */
  statusOf(record: R): string
  /** True for a record that counts as cancelled for another reason. */
  isOver?(record: R): boolean
  /** Id of the item whose name the title has. */
  itemId?(record: R): string | null
  /** What moves the event: SEQUENCE rises when this or the status changes. @param zone IANA name */
  fingerprint(record: R, zone: string): unknown[]
  /** @param status the record's, or its last one before it was cancelled */
  isChosen(record: R, status: string, settings: ShownSettings): boolean
  describe(record: R, settings: ShownSettings): EntryContent
}

/** A record of a kind with `itemId`. */
export type WithItem<R> = R & { item: RecordItem | null }

/** An event of one whole day that leaves people free. */
export const freeDay = (day: string): Omit<EntryContent, 'title' | 'details'> => ({
  day,
  time: null,
  minutes: 0,
  place: null,
  isTentative: false,
  isFree: true,
})

/** Provider and notes of a record, if the calendar includes them. */
export const describeWork = (provider: string | null, notes: string | null, { include }: ShownSettings): string =>
  [
    ...(include.includes('provider') && provider !== null ? [`Provider: ${provider}`] : []),
    ...(include.includes('notes') && notes !== null ? [notes] : []),
  ].join('\n\n')
