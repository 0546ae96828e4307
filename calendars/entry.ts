/** When an event takes place. */
export interface EntryTimes {
  /** YYYY-MM-DD in the studio's zone. */
  day: string
  /** HH:MM; null for an event of whole days. */
  time: string | null
  /** Length of one with a time; whole days last as many as it fills, at least one. */
  minutes: number
}

/** What a calendar shows of a record, whatever its kind. */
export interface EntryContent extends EntryTimes {
  title: string
  place: string | null
  /** Text below the title; '' for none. */
  details: string
  isTentative: boolean
  /** True if nobody is busy meanwhile. */
  isFree: boolean
}

/** An event of a calendar, from which the feed and Google's event are made. */
export interface CalendarEntry extends EntryContent {
  id: string
  /** True if the settings of the calendar choose it, apart from its day and its cancellation. */
  isChosen: boolean
  isCancelled: boolean
  /** Number of changes of day, time, length, place or status. */
  sequence: number
  /** ISO 8601. */
  createdAt: string
  /** Last change, ISO 8601. For a deleted record: when the deletion was noticed. */
  updatedAt: string
}

/** The title of an event. It says that the event is cancelled, because some programs hide the status. */
export const toShownTitle = ({ title, isCancelled }: Pick<CalendarEntry, 'title' | 'isCancelled'>): string =>
  isCancelled ? `Cancelled: ${title}` : title
