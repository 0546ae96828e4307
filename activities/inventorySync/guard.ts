import type { Reason } from './types.ts'

/** The limits above which a source with `approve: auto` waits for a person. */
export interface Guard {
  /** Rows that create, update, mark or delete. */
  changes: number
  /** Updates, marks and deletes among the items bound so far, in per cent. */
  percent: number
}

/** Says why a plan must wait for a person although its source is approved by policy; null when it need not. */
export function guardReason(counts: Readonly<Record<string, number>>, boundItems: number, guard: Guard): Reason | null {
  const touched = (counts['update'] ?? 0) + (counts['mark'] ?? 0) + (counts['delete'] ?? 0)
  const changes = touched + (counts['create'] ?? 0)
  if (changes > guard.changes)
    return { code: 'guard_changes', detail: `The plan changes ${changes} items, and the guard lets ${guard.changes} pass. Approve or reject it.` }
  // Without any bound item there is nothing to take a share of: every touched item is one that this source has never synced.
  const percent = touched === 0 ? 0 : boundItems === 0 ? 100 : (100 * touched) / boundItems
  if (percent > guard.percent)
    return {
      code: 'guard_percent',
      detail: `The plan changes ${touched} of ${boundItems} bound items, and the guard lets ${guard.percent} % pass. Approve or reject it.`,
    }
  return null
}
