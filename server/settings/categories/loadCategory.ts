import type { GearCategoryRow } from '../../db/categoryRows.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext } from '../../http/route.ts'
import { readCategoryRows } from '../../resources/categories/store.ts'
import { createNotFoundError, etagOf } from '../../resources/shared/record.ts'

/** Loads a category and checks If-Match. @throws AppError not_found, precondition_failed */
export async function loadCategoryForChange({ write, id, ifMatch }: WriteContext): Promise<GearCategoryRow> {
  const row = (await readCategoryRows(write.tx, write.account)).find((one) => one.id === id)
  if (!row) throw createNotFoundError('category')
  checkIfMatch(ifMatch, etagOf(row))
  return row
}
