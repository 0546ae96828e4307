import { isDeepStrictEqual } from 'node:util'
import { toIsoTime } from '../../../platform/clock.ts'
import type { FieldChanges } from '../../db/events.ts'
import type { AccountWrite } from '../../db/write.ts'

export function findChangesBetween(
  stored: Readonly<Record<string, unknown>>,
  updates: Readonly<Record<string, unknown>>,
): FieldChanges {
  const changed = Object.entries(updates).filter(([field, value]) => !isDeepStrictEqual(stored[field], value))
  return Object.fromEntries(changed.map(([field, value]) => [field, { from: stored[field], to: value }]))
}

/** Chooses the time of the write, but always later than the record's previous `updated_at`. */
export const chooseNextUpdatedAt = (write: AccountWrite, stored: { updated_at: string }): string =>
  toIsoTime(Math.max(write.atMs, Date.parse(stored.updated_at) + 1))
