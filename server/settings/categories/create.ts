import { MAX_CATEGORIES } from '../../../contract/api/categories.ts'
import type { NewCategory } from '../../../contract/settings/categories.ts'
import type { GearCategoryRow } from '../../db/categoryRows.ts'
import { createError } from '../../errors.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { toCategory } from '../../resources/categories/categories.ts'
import { insertCategory, readCategoryRows } from '../../resources/categories/store.ts'
import { markDefinitionsChanged } from '../../resources/fields/changeDefinitions.ts'
import { toCreatedResult } from '../../resources/shared/writeResults.ts'

/** Adds a category. No record changes. @throws AppError category_name_taken, category_limit_reached */
export async function createAccountCategory(
  { write }: WriteContext,
  { name, label }: NewCategory,
): Promise<WriteResult> {
  const rows = await readCategoryRows(write.tx, write.account)
  if (rows.some((row) => row.name === name)) throw createError('category_name_taken', { name })
  if (rows.length >= MAX_CATEGORIES) throw createError('category_limit_reached', { max: MAX_CATEGORIES })
  const row: GearCategoryRow = {
    account_id: write.account,
    id: write.newId(),
    name,
    label,
    created_at: write.at,
    updated_at: write.at,
  }
  markDefinitionsChanged(write)
  insertCategory(write.tx, row)
  const category = toCategory(row)
  return toCreatedResult(category, JSON.stringify(category), '/settings/v1/categories')
}
