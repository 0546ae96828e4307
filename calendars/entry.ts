/** Time of an event. */
export interface EntryTimes {
  /** YYYY-MM-DD in the studio's zone. */
  day: string
  /** HH:MM; null for an all-day event. */
  time: string | null
  /** Length of the event. An all-day event lasts as many days as its minutes fill, at least one. */
  minutes: number
}

/** Parts of a record that a calendar shows, for any kind of record. */
export interface EntryContent extends EntryTimes {
  title: string
  place: string | null
  /** Text below the title; '' for none. */
  details: string
  isTentative: boolean
  /** True if the event leaves people free. */
  isFree: boolean
}

/** An event of a calendar. The feed's event and Google's event are made from it. */
export interface CalendarEntry extends EntryContent {
  id: string
  /** True if the calendar's settings choose it, regardless of its day and its cancellation. */
  isChosen: boolean
  isCancelled: boolean
  /** Number of changes of day, time, length, place or status. */
  sequence: number
  /** ISO 8601. */
  createdAt: string
  /** Time of the last change, ISO 8601. For a deleted record: the time when the deletion was noticed. */
  updatedAt: string
}

/** Formats the title of an event. It says if the event is cancelled, because some programs hide the status. */
export const toShownTitle = ({ title, isCancelled }: Pick<CalendarEntry, 'title' | 'isCancelled'>): string =>
  isCancelled ? `Cancelled: ${title}` : title
