// Categories of accessories that an account adds to the built-in ones.
import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { timestamp, uuid } from '../text.ts'
import { accessoryCategories } from './gearFields.ts'

export const MAX_CATEGORIES = 100

/** A category that an account has added. */
export const Category = z
  .strictObject({ id: uuid, name: z.string(), label: z.string(), created_at: timestamp, updated_at: timestamp })
  .meta({ id: 'Category' })
export type Category = z.output<typeof Category>

export const listCategories = defineOperation({
  id: 'listCategories',
  method: 'GET',
  path: '/categories',
  objectType: 'categories',
  summary: 'List the categories of accessories',
  scope: 'gear:read',
  reply: {
    status: 200,
    body: z.strictObject({ data: z.array(Category), built_in: z.array(z.enum(accessoryCategories)) }),
  },
  errors: [],
})
