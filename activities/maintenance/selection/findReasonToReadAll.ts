import type { Tx } from '../../../platform/sql/types.ts'
import { countDaysBetween } from '../../../platform/studioDay.ts'
import { hasEventAfter } from '../../../state/inbox/inbox.ts'
import type { PlannedItems, PlanningRun } from '../../../state/maintenance/maintenancePlanning.ts'
import { isSameTag, type Lists } from './readLists.ts'

/** All items are read at least this often, because nothing shows that one of many events was lost. */
const MAX_DAYS_BETWEEN_FULL_READS = 7

export type ReasonToReadAll = 'first' | 'start' | 'settings' | 'week' | 'noEvents' | 'newItems' | 'manyItems' | 'total'

interface ReadingContext {
  /** Today, `YYYY-MM-DD`. */
  day: string
  settings: string
  /**
   * False until this process has read all items: its database may have been restored, or used by an earlier version.
   */
  hasReadAll: boolean
  run: PlanningRun
  lists: Lists
}

const hasChanged = ({ gearTag, maintenanceTag }: Lists, before: PlannedItems): boolean =>
  !isSameTag(gearTag, before.gear_tag) || !isSameTag(maintenanceTag, before.maintenance_tag)

/** True if gear or maintenance has changed since the last run, and no event has arrived. */
export async function areEventsMissing(
  tx: Tx,
  { run, lists }: Pick<ReadingContext, 'run' | 'lists'>,
): Promise<boolean> {
  const { before, marks } = run
  if (!before || !hasChanged(lists, before) || marks > before.read_marks) return false
  return !(await hasEventAfter(tx, before.read_at))
}

function isWeekOver({ all_read_on: readOn, day: lastDay }: PlannedItems, day: string): boolean {
  const age = countDaysBetween(readOn, day)
  return day < lastDay || age < 0 || age >= MAX_DAYS_BETWEEN_FULL_READS
}

/** Finds the reason why a run must read all items, before it reads any. */
export function findReasonToReadAll(
  { day, settings, hasReadAll, run: { before } }: ReadingContext,
  eventsMissing: boolean,
): ReasonToReadAll | undefined {
  if (!before) return 'first'
  if (!hasReadAll) return 'start'
  if (before.settings !== settings) return 'settings'
  if (isWeekOver(before, day)) return 'week'
  // Events may have been missing until shortly after the last run.
  return eventsMissing || before.events_missing === 1 ? 'noEvents' : undefined
}
