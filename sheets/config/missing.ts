import { z } from 'zod'
import { commonFields, defaultedFields } from '../../contract/gearFields.ts'

const { serial_number: _serial, asset_tag: _tag, ...common } = commonFields

/** What a missing item is patched with: fields that items of every type have, but for those that tell items apart. */
export const Mark = z
  .strictObject({ ...defaultedFields, ...common })
  .partial()
  .refine((fields) => Object.keys(fields).length > 0, { message: 'must name a field, such as { status: retired }' })

/** The most items that one run may mark or delete: so many, and at most so much of the items bound. Not set: 5 items and 2 %. */
export const MissingGuard = z.strictObject({ items: z.int().min(0).default(5), percent: z.number().min(0).max(100).default(2) })
