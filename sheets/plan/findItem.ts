import type { CellNote } from '../../contract/control/control.ts'
import { say } from '../../contract/sentences/say.ts'
import type { Binding, MappedRow } from '../types.ts'
import type { PlanContext, Item } from './planContext.ts'

export interface FoundItem {
  item?: Item
  binding?: Binding
  /** True if the settings say that the row is this item under another tag. */
  isRenamed?: boolean
  /** True if the row's bound item no longer exists. */
  isDeleted: boolean
  errors: CellNote[]
}

/** Finds a row's item: the bound one, else an unbound one with the same key. */
export function findItem(row: MappedRow, binding: Binding | undefined, context: PlanContext): FoundItem {
  const bound = binding && context.itemOf(binding.gearId)
  if (binding && bound) return { item: bound, binding, isDeleted: false, errors: [] }
  const isDeleted = binding !== undefined
  const fold = row.storedFold ?? row.keyFold
  const candidates = fold === undefined ? [] : context.unboundWith(fold)
  const [candidate] = candidates
  if (!candidate) return findRenamed(row, isDeleted, context)
  if (candidates.length > 1) {
    const said = say('items_with_key', { count: candidates.length, field: context.key })
    return { isDeleted, errors: [context.faultAt(row, context.key, 'duplicate_key', said, [row.row])] }
  }
  if (context.input.ownedByOthers.has(candidate.id)) {
    const said = say('item_of_other_source')
    return { item: candidate, isDeleted, errors: [context.faultAt(row, context.key, 'owned_by_other_source', said)] }
  }
  return { item: candidate, isDeleted, errors: [] }
}

/** Finds the item that a row without one is under another tag, by `same_item:`. */
function findRenamed(row: MappedRow, isDeleted: boolean, context: PlanContext): FoundItem {
  const item = context.renamedItem(row)
  if (!item) return { isDeleted, errors: [] }
  if (context.input.ownedByOthers.has(item.id)) {
    const said = say('same_item_of_other_source')
    return { item, isDeleted, errors: [context.faultAt(row, context.key, 'owned_by_other_source', said)] }
  }
  const binding = context.bindingOfItem(item.id)
  return { item, ...(binding && { binding }), isRenamed: true, isDeleted, errors: [] }
}
