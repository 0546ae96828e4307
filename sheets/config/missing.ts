import { z } from 'zod'
import { commonFields, defaultedFields } from '../../contract/gearFields.ts'

const { serial_number: _serial, asset_tag: _tag, ...common } = commonFields

/** Patch of a missing item: fields of every type, without identifiers. */
export const Mark = z
  .strictObject({ ...defaultedFields, ...common })
  .partial()
  .refine((fields) => Object.keys(fields).length > 0, { message: 'must name a field, such as { status: retired }' })

/** Limit for marking or deleting in one run: a number, and a percentage of bound items. Default: 5 and 2 %. */
export const MissingGuard = z.strictObject({ items: z.int().min(0).default(5), percent: z.number().min(0).max(100).default(2) })
