import type { Fault } from '../../../contract/errors.ts'
import type { AccountWrite } from '../../db/write.ts'
import { toJsonPointer } from '../../http/faults.ts'
import { findCategoryFault, readCategories } from './categories.ts'

/**
 * Checks the category of a body that is not built in, if it has one, by those of the account.
 * @param path of the category in the body
 */
export async function findUnknownCategory(
  { tx, state }: AccountWrite,
  { category }: { category?: unknown },
  path: readonly string[],
): Promise<Fault[]> {
  if (category === undefined) return []
  const fault = findCategoryFault(await readCategories(tx, state), category)
  return fault ? [{ pointer: toJsonPointer(path), ...fault }] : []
}
