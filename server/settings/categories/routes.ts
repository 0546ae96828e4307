import {
  CategoryPatch,
  createCategory,
  deleteCategory,
  listOwnCategories,
  NewCategory,
  updateCategory,
} from '../../../contract/settings/categories.ts'
import { checkBody } from '../../http/checkBody.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { createAccountCategory } from './create.ts'
import { listAccountCategories } from './list.ts'
import { removeAccountCategory } from './remove.ts'
import { updateAccountCategory } from './update.ts'

export const categorySettingsRoutes: Route[] = [
  bindRead(listOwnCategories, listAccountCategories),
  bindWrite(createCategory, checkBody(NewCategory), createAccountCategory),
  bindWrite(updateCategory, checkBody(CategoryPatch), updateAccountCategory),
  bindWrite(deleteCategory, () => undefined, removeAccountCategory),
]
