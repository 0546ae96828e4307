import { say } from '../../contract/sentences/say.ts'
import { toReason } from '../shared/failures.ts'
import type { StopReason } from './types.ts'

/** Limits above which a source with `approve: auto` waits for a person. */
export interface Guard {
  /** Number of rows that create, update, mark or delete. */
  changes: number
  /** Updates, marks and deletes as a percentage of bound items. */
  percent: number
}

/** Finds the reason why an automatic source needs a person's decision; null if it does not. */
export function findPolicyGuardReason(
  counts: Readonly<Record<string, number>>,
  boundItems: number,
  guard: Guard,
): StopReason | null {
  const touched = (counts['update'] ?? 0) + (counts['mark'] ?? 0) + (counts['delete'] ?? 0)
  const changes = touched + (counts['create'] ?? 0)
  if (changes > guard.changes)
    return toReason('guard_changes', say('guard_changes', { count: changes, limit: guard.changes }))
  // Without bound items a percentage has no base: every touched item is new to this source.
  const percentOfBound = boundItems === 0 ? 100 : (100 * touched) / boundItems
  const percent = touched === 0 ? 0 : percentOfBound
  if (percent > guard.percent)
    return toReason('guard_percent', say('guard_percent', { count: touched, of: boundItems, percent: guard.percent }))
  return null
}
