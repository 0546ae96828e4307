import type { Shoot } from '../contract/shoots.ts'
import type { ShootRow } from '../state/calendarShoots.ts'

/** SEQUENCE rises when any of these values changes. The time zone matters only for a shoot with a time. */
const fingerprintOf = (shoot: Shoot, zone: string): string =>
  JSON.stringify([shoot.shoot_date, shoot.shoot_time && [shoot.shoot_time, zone], shoot.duration_minutes, shoot.locations, shoot.status])

const computeNextSequence = (storedRow: ShootRow | undefined, fingerprint: string): number =>
  storedRow === undefined ? 0 : storedRow.sequence + (storedRow.fingerprint === fingerprint ? 0 : 1)

export function updateShootRow(storedRow: ShootRow | undefined, shoot: Shoot, zone: string): ShootRow {
  const fingerprint = fingerprintOf(shoot, zone)
  const isCancelled = shoot.status === 'cancelled'
  const cancelledAt = storedRow?.deleted === 0 ? storedRow.ended_at : null
  return {
    id: shoot.id,
    record: JSON.stringify(shoot),
    fingerprint,
    sequence: computeNextSequence(storedRow, fingerprint),
    modified_at: shoot.updated_at,
    ended_at: isCancelled ? (cancelledAt ?? shoot.updated_at) : null,
    // Every shoot starts in planning.
    status_shown: isCancelled ? (storedRow?.status_shown ?? 'planning') : shoot.status,
    deleted: 0,
  }
}

/**
 * Row of a shoot that is no longer in the inventory. Subscribers see it cancelled; an already cancelled one does not change.
 * @param at now, ISO 8601
 */
export function markShootDeleted(storedRow: ShootRow, zone: string, at: string): ShootRow {
  if (storedRow.ended_at !== null) return { ...storedRow, deleted: 1 }
  const shoot = JSON.parse(storedRow.record) as Shoot
  const fingerprint = fingerprintOf({ ...shoot, status: 'cancelled' }, zone)
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

export const isSameRow = (a: ShootRow | undefined, b: ShootRow): boolean =>
  a !== undefined && (Object.keys(b) as (keyof ShootRow)[]).every((name) => a[name] === b[name])
