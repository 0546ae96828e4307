import { z } from 'zod'
import { Category } from '../api/categories.ts'
import { FIELD_NAME } from '../api/customFieldValues.ts'
import { accessoryCategories } from '../api/gearFields.ts'
import { describeFault } from '../faultReasons.ts'
import { defineOperation } from '../operation.ts'
import { requiredText, uuid, withCheck } from '../text.ts'
import { atLeastOne } from '../values.ts'

/** True for a name that a category of an account can have. */
const isCategoryName = (name: string): boolean =>
  FIELD_NAME.test(name) && !(accessoryCategories as readonly string[]).includes(name) && !(name in {})

const categoryName = withCheck(z.string(), (name) => {
  if (!FIELD_NAME.test(name)) return describeFault('no_field_name', {})
  return isCategoryName(name) ? undefined : describeFault('reserved_name', {})
}).meta({ maxLength: 40, pattern: FIELD_NAME.source, examples: ['mixer'] })

const label = requiredText(100)

export const NewCategory = z.strictObject({ name: categoryName, label }).meta({ id: 'CategoryCreate' })
export type NewCategory = z.output<typeof NewCategory>

const CategoryUpdates = atLeastOne(z.strictObject({ label }).partial()).meta({ id: 'CategoryUpdates' })

export const CategoryPatch = z.strictObject({ updates: CategoryUpdates }).meta({ id: 'CategoryPatch' })
export type CategoryPatch = z.output<typeof CategoryPatch>

/** `items`: the number of accessories that have the category. */
const CountedCategory = z.strictObject({ ...Category.shape, items: z.int().min(0) }).meta({ id: 'CountedCategory' })

const reply = { status: 200, body: z.strictObject({ data: Category }) } as const
const params = { id: uuid }

export const listOwnCategories = defineOperation({
  id: 'listOwnCategories',
  method: 'GET',
  path: '/categories',
  objectType: 'categories',
  summary: 'List the categories of the account with the number of their accessories',
  scope: 'fields:read',
  reply: { status: 200, body: z.strictObject({ data: z.array(CountedCategory) }) },
  errors: [],
})

export const createCategory = defineOperation({
  id: 'createCategory',
  method: 'POST',
  path: '/categories',
  objectType: 'categories',
  summary: 'Add a category of accessories',
  scope: 'fields:write',
  body: NewCategory,
  reply: { status: 201, body: z.strictObject({ data: Category }) },
  errors: ['validation_failed', 'category_name_taken', 'category_limit_reached'],
})

export const updateCategory = defineOperation({
  id: 'updateCategory',
  method: 'PATCH',
  path: '/categories/{id}',
  objectType: 'categories',
  summary: 'Change the label of a category',
  scope: 'fields:write',
  params,
  body: CategoryPatch,
  reply,
  errors: ['not_found', 'validation_failed', 'precondition_failed'],
})

export const deleteCategory = defineOperation({
  id: 'deleteCategory',
  method: 'DELETE',
  path: '/categories/{id}',
  objectType: 'categories',
  summary: 'Delete a category that no accessory has',
  scope: 'fields:write',
  params,
  reply: {
    status: 200,
    body: z.strictObject({ data: z.strictObject({ id: uuid, deleted: z.literal(true) }) }),
  },
  errors: ['not_found', 'precondition_failed', 'category_in_use'],
})
