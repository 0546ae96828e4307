import type { CalendarRow } from '../state/calendars/calendarRows.ts'
import type { CalendarKind, CalendarRecord } from './kinds/kind.ts'

const CANCELLED = 'cancelled'

/** Formats the values that move an event. SEQUENCE rises when this text changes. */
const toFingerprint = (kind: CalendarKind, record: CalendarRecord, status: string, zone: string): string =>
  JSON.stringify([...kind.fingerprint(record, zone), status])

const computeNextSequence = (storedRow: CalendarRow | undefined, fingerprint: string): number =>
  storedRow === undefined ? 0 : storedRow.sequence + (storedRow.fingerprint === fingerprint ? 0 : 1)

/** Returns the later change of record and item, because the item's name is in the title. */
const toModifiedAt = ({ updated_at: updatedAt, item }: CalendarRecord): string =>
  item?.changed_at && item.changed_at > updatedAt ? item.changed_at : updatedAt

/** Creates the row of a record as just read. @param zone the studio's, an IANA name */
export function updateRow(
  kind: CalendarKind,
  storedRow: CalendarRow | undefined,
  record: CalendarRecord,
  zone: string,
): CalendarRow {
  const status = kind.statusOf(record)
  const isCancelled = status === CANCELLED || kind.isOver?.(record) === true
  const fingerprint = toFingerprint(kind, record, isCancelled ? CANCELLED : status, zone)
  const modifiedAt = toModifiedAt(record)
  const cancelledAt = storedRow?.deleted === 0 ? storedRow.ended_at : null
  return {
    kind: kind.name,
    id: record.id,
    record: JSON.stringify(record),
    fingerprint,
    sequence: computeNextSequence(storedRow, fingerprint),
    modified_at: modifiedAt,
    ended_at: isCancelled ? (cancelledAt ?? modifiedAt) : null,
    status_shown: isCancelled ? (storedRow?.status_shown ?? kind.firstStatus) : status,
    deleted: 0,
  }
}

/**
 * Creates the row of a record that has left the inventory. Subscribers see it cancelled; an already cancelled one does
 * not change.
 * @param at now, ISO 8601
 */
export function markDeleted(kind: CalendarKind, storedRow: CalendarRow, zone: string, at: string): CalendarRow {
  if (storedRow.ended_at !== null) return { ...storedRow, deleted: 1 }
  const fingerprint = toFingerprint(kind, JSON.parse(storedRow.record) as CalendarRecord, CANCELLED, zone)
  const modifiedAt = at > storedRow.modified_at ? at : storedRow.modified_at
  return {
    ...storedRow,
    fingerprint,
    sequence: computeNextSequence(storedRow, fingerprint),
    modified_at: modifiedAt,
    ended_at: modifiedAt,
    deleted: 1,
  }
}

export const isSameRow = (a: CalendarRow | undefined, b: CalendarRow): boolean =>
  a !== undefined && (Object.keys(b) as (keyof CalendarRow)[]).every((name) => a[name] === b[name])
