import type { Fault } from '../../../contract/errors.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { findCategoryFault, isBuiltIn, readCategories } from '../categories/categories.ts'

/** Checks the category by which a list is filtered. */
export async function findCategoryFaults(tx: Tx, state: AccountState, category: string | undefined): Promise<Fault[]> {
  if (category === undefined || isBuiltIn(category)) return []
  const fault = findCategoryFault(await readCategories(tx, state), category)
  return fault ? [{ parameter: 'category', ...fault }] : []
}
