import type { CellNote } from '../../contract/control/control.ts'
import type { Binding, MappedRow } from '../types.ts'
import type { PlanContext, Item } from './planContext.ts'

export interface FoundItem {
  item?: Item
  binding?: Binding
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
  if (!candidate) return { isDeleted, errors: [] }
  if (candidates.length > 1) {
    const message = `${candidates.length} items of the account have this ${context.key}, so which one the row means cannot be told. Give each item its own.`
    return { isDeleted, errors: [context.faultAt(row, context.key, 'duplicate_key', message, [row.row])] }
  }
  if (context.input.ownedByOthers.has(candidate.id)) {
    const message = 'The item belongs to another source of kitroom.yaml. Remove the row here or there.'
    return { item: candidate, isDeleted, errors: [context.faultAt(row, context.key, 'owned_by_other_source', message)] }
  }
  return { item: candidate, isDeleted, errors: [] }
}
