import type { Gear } from '../../../contract/api/gear.ts'
import { MAX_LIMIT } from '../../../contract/page.ts'
import { listDueChecks } from '../../../state/maintenance/maintenanceChecks.ts'
import type { PlannedItems, PlanningRun } from '../../../state/maintenance/maintenancePlanning.ts'
import type { AutomationDeps } from '../../shared/automation.ts'
import { MAX_SINGLE_READS } from '../../shared/readRecordsById.ts'
import type { CheckContext } from './findNextCheck.ts'
import { areEventsMissing, findReasonToReadAll, type ReasonToReadAll } from './findReasonToReadAll.ts'
import { readChosenItems, type ChosenItems } from './readChosenItems.ts'
import { readLists, type Lists } from './readLists.ts'

/** Above this share, reading single items takes as long as reading the whole list. */
const MAX_SINGLE_PART = 1 / 50

export interface SelectionContext extends CheckContext {
  settings: string
  /** False until this process has read all items. */
  hasReadAll: boolean
  run: PlanningRun
}

interface SelectedBy {
  lists: Lists
  eventsMissing: boolean
}

/** The items that a run must check: all, or those that are due for a check, new or changed. */
export type Selection = SelectedBy &
  ({ reason: ReasonToReadAll } | { reason?: never; chosen: ChosenItems; before: PlannedItems })

const readAll = (selectedBy: SelectedBy, reason: ReasonToReadAll): Selection => ({ ...selectedBy, reason })

const listNewItems = ({ newest }: Lists, { newest_id: newestId }: PlannedItems): Gear[] =>
  newest.filter(({ id }) => id > newestId)

/** Computes the number of items, assuming no creations, deletions or restores except those that the run knows. */
const countExpected = (
  { total, newest_id: newestId }: PlannedItems,
  newItems: readonly Gear[],
  { gone }: ChosenItems,
): number => total + newItems.length - gone.filter((id) => id <= newestId).length

export async function selectItems(
  deps: AutomationDeps,
  context: SelectionContext,
  signal: AbortSignal,
): Promise<Selection> {
  const { run, day } = context
  const { before } = run
  const lists = await readLists(deps.api, signal)
  const eventsMissing = await deps.state.read((tx) => areEventsMissing(tx, { run, lists }))
  const selectedBy = { lists, eventsMissing }
  const reason = findReasonToReadAll({ ...context, lists }, eventsMissing)
  if (reason || !before) return readAll(selectedBy, reason ?? 'first')
  const newItems = listNewItems(lists, before)
  if (newItems.length === MAX_LIMIT) return readAll(selectedBy, 'newItems')
  const limit = Math.max(MAX_SINGLE_READS, Math.floor(lists.total * MAX_SINGLE_PART))
  const ids = await deps.state.read((tx) => listDueChecks(tx, day, limit + 1))
  if (ids.length > limit) return readAll(selectedBy, 'manyItems')
  const chosen = await readChosenItems(deps.api, { ids, known: newItems }, context, signal)
  if (lists.total !== countExpected(before, newItems, chosen)) return readAll(selectedBy, 'total')
  return { ...selectedBy, chosen, before }
}
