import type { CalendarRow } from '../state/calendars/calendarRows.ts'
import type { CalendarEntry } from './entry.ts'
import { kinds } from './kinds/all.ts'
import type { CalendarRecord, ShownSettings } from './kinds/kind.ts'

/** Converts a stored record to the event that a calendar shows. The feed and Google both use it. */
export function toEntry(row: CalendarRow, settings: ShownSettings): CalendarEntry {
  const kind = kinds[row.kind]
  const record = JSON.parse(row.record) as CalendarRecord
  return {
    ...kind.describe(record, settings),
    id: row.id,
    isChosen: kind.isChosen(record, row.status_shown, settings),
    isCancelled: row.ended_at !== null,
    sequence: row.sequence,
    createdAt: record.created_at,
    updatedAt: row.modified_at,
  }
}
