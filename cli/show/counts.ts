const OUTCOMES: Readonly<Record<string, string>> = {
  create: 'to create',
  update: 'to update',
  mark: 'to mark',
  delete: 'to delete',
  unchanged: 'unchanged',
  conflict: 'in conflict',
  question: 'waiting for an answer',
  refused: 'refused',
  skipped: 'skipped',
  deleted_in_api: 'deleted in Kitroom',
  missing: 'missing from the sheet',
}

const RESULTS: Readonly<Record<string, string>> = {
  created: 'created',
  updated: 'updated',
  marked: 'marked',
  deleted: 'deleted',
  unchanged: 'unchanged',
  conflict: 'in conflict',
  question: 'waiting for an answer',
  refused: 'refused',
  skipped: 'skipped',
  stale: 'changed meanwhile and left alone',
  failed: 'failed',
  not_reached: 'not reached',
}

function describeCounts(counts: Record<string, number>, words: Readonly<Record<string, string>>): string {
  const knownNames = Object.keys(words).filter((name) => counts[name])
  const otherNames = Object.keys(counts).filter((name) => !(name in words) && counts[name])
  return [...knownNames, ...otherNames].map((name) => `${counts[name]} ${words[name] ?? name}`).join(', ') || 'no rows'
}

/** Planned outcomes, such as `57 to create, 3 refused`. */
export const describePlanCounts = (counts: Record<string, number>): string => describeCounts(counts, OUTCOMES)

export const describeResultCounts = (counts: Record<string, number>): string => describeCounts(counts, RESULTS)

export const sumPlannedWrites = (counts: Record<string, number>): number =>
  ['create', 'update', 'mark', 'delete'].reduce((sum, name) => sum + (counts[name] ?? 0), 0)
