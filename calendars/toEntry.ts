import type { CalendarRow } from '../state/calendars/calendarRows.ts'
import type { CalendarEntry } from './entry.ts'
import { kinds } from './kinds/all.ts'
import type { CalendarRecord, ShownSettings } from './kinds/kind.ts'

/** The only conversion of a stored record to what a calendar shows of it. */
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
