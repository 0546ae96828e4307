import { createError } from '../../errors.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { countItemsOf, removeCategory } from '../../resources/categories/store.ts'
import { markDefinitionsChanged } from '../../resources/fields/changeDefinitions.ts'
import { toDeletedResult } from '../../resources/shared/writeResults.ts'
import { loadCategoryForChange } from './loadCategory.ts'

/**
 * Deletes a category. The account is locked, so no item can get it meanwhile.
 * @throws AppError category_in_use if accessories have it
 */
export async function removeAccountCategory(context: WriteContext): Promise<WriteResult> {
  const { write } = context
  const row = await loadCategoryForChange(context)
  const items = await countItemsOf(write.tx, write.account, row.name)
  if (items > 0) throw createError('category_in_use', { name: row.name, items_count: items })
  markDefinitionsChanged(write)
  removeCategory(write.tx, write.account, row.id)
  return toDeletedResult(row)
}
