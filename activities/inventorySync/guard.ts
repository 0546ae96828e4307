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
    return {
      code: 'guard_changes',
      detail: `The plan changes ${changes} items, and the guard lets ${guard.changes} pass. Approve or reject it.`,
    }
  // Without bound items a percentage has no base: every touched item is new to this source.
  const percentOfBound = boundItems === 0 ? 100 : (100 * touched) / boundItems
  const percent = touched === 0 ? 0 : percentOfBound
  if (percent > guard.percent)
    return {
      code: 'guard_percent',
      detail: `The plan changes ${touched} of ${boundItems} bound items, and the guard lets ${guard.percent} % pass. Approve or reject it.`,
    }
  return null
}
