import type { CalendarKindName } from '../../contract/control/calendars.ts'
import type { ApiOperation } from '../../contract/operation.ts'
import type { SentenceCode } from '../../contract/sentences/say.ts'
import type { EntryContent } from '../entry.ts'

/** Optional details of events. */
export type OptionalPart = 'client' | 'provider' | 'notes'

/** Settings of a calendar that choose records and their visible parts. */
export interface ShownSettings {
  statuses: readonly string[]
  /** Watched types of documents, from `warranty: types`. */
  types?: readonly string[] | undefined
  clients?: readonly string[] | undefined
  places?: readonly string[] | undefined
  hide_place?: boolean | undefined
  include: readonly OptionalPart[]
  /** Duration in minutes of a shoot that has only a start time. */
  default_duration: number
}

/** The item of a record as last read. */
export interface RecordItem {
  /** Name and asset tag. */
  name: string
  is_retired: boolean
  /** Time when the item changed after the record was first read; null before. */
  changed_at: string | null
}

/** Fields of records of all kinds. */
export interface CalendarRecord {
  id: string
  created_at: string
  updated_at: string
  /** Item of the record, for kinds with `itemId`; null if the record has none. */
  item?: RecordItem | null
}

/** Settings of a calendar that some kinds reject. */
export type KindSetting = 'statuses' | 'clients' | 'places' | 'hide_place' | 'default_duration'

/** Codes of the sentences that say why a setting does not apply to a kind. */
type CalendarReason = Extract<SentenceCode, `calendar_${string}`>

/** A kind of records that calendars show. Its functions get a record as the API sent it, with its item. */
export interface CalendarKind<R extends CalendarRecord = CalendarRecord> {
  name: CalendarKindName
  /** Name of a record in messages, such as "shoot" and "shoots". */
  noun: { one: string; many: string }
  list: ApiOperation
  get: ApiOperation
  /** Creates the query of `list` for the records from a day on. */
  listFrom(day: string): Readonly<Record<string, string>>
  /** Prefix of the API's events about these records. */
  eventPrefix: string
  /** Statuses that a calendar can choose. */
  statuses: readonly string[]
  /** Status of a record that was already cancelled when it was first read. */
  firstStatus: string
  include: readonly OptionalPart[]
  /** Settings that do not apply to this kind, with the sentence that says why. */
  refused: Partial<Readonly<Record<KindSetting, CalendarReason>>>
  /** Returns the day of a record. Null: it has no day any more, and counts as deleted. */
  dayOf(record: R): string | null
  /** Returns the status by which calendars choose; `cancelled` for a cancelled record. */
  statusOf(record: R): string
  /** True for a record that counts as cancelled although its status differs. */
  isOver?(record: R): boolean
  /** Returns the id of the item whose name is in the title. */
  itemId?(record: R): string | null
  /** Lists the values that move the event. SEQUENCE rises when they or the status change. @param zone IANA name */
  fingerprint(record: R, zone: string): unknown[]
  /** @param status the record's status, or the last one before its cancellation */
  isChosen(record: R, status: string, settings: ShownSettings): boolean
  describe(record: R, settings: ShownSettings): EntryContent
}

/** A record of a kind with `itemId`. */
export type WithItem<R> = R & { item: RecordItem | null }

/** Creates an event of one whole day that leaves people free. */
export const freeDay = (day: string): Omit<EntryContent, 'title' | 'details'> => ({
  day,
  time: null,
  minutes: 0,
  place: null,
  isTentative: false,
  isFree: true,
})

/** Describes provider and notes of a record, if the calendar includes them. */
export function describeWork(provider: string | null, notes: string | null, { include }: ShownSettings): string {
  const parts: string[] = []
  if (include.includes('provider') && provider !== null) parts.push(`Provider: ${provider}`)
  if (include.includes('notes') && notes !== null) parts.push(notes)
  return parts.join('\n\n')
}
