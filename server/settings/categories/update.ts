import type { CategoryPatch } from '../../../contract/settings/categories.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { toCategory } from '../../resources/categories/categories.ts'
import { storeCategory } from '../../resources/categories/store.ts'
import { markDefinitionsChanged } from '../../resources/fields/changeDefinitions.ts'
import { chooseNextUpdatedAt } from '../../resources/shared/findChangesBetween.ts'
import { toUnchangedResult, toUpdatedResult } from '../../resources/shared/writeResults.ts'
import { loadCategoryForChange } from './loadCategory.ts'

/** Changes the label of a category. No record changes. */
export async function updateAccountCategory(context: WriteContext, { updates }: CategoryPatch): Promise<WriteResult> {
  const { write } = context
  const row = await loadCategoryForChange(context)
  const { label = row.label } = updates
  if (label === row.label) return toUnchangedResult(row, JSON.stringify(toCategory(row)))
  const next = { ...row, label, updated_at: chooseNextUpdatedAt(write, row) }
  markDefinitionsChanged(write)
  storeCategory(write.tx, next)
  return toUpdatedResult(row, next, JSON.stringify(toCategory(next)), { label: { from: row.label, to: label } })
}
