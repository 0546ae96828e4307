import { z } from 'zod'
import { toSchemaMessage } from './schemaFaults.ts'

export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 200
const MAX_OFFSET = 2 ** 31 - 1

/** Parses a non-negative integer in a query, without sign, leading zeros or exponent. */
export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^(?:0|[1-9]\d{0,9})$/, toSchemaMessage('not_in_range', { min, max }))
    .transform(Number)
    .refine((value) => value >= min && value <= max, toSchemaMessage('not_in_range', { min, max }))
    .meta({ type: 'integer', minimum: min, maximum: max })

export const pageQuery = {
  limit: queryInteger(1, MAX_LIMIT).default(DEFAULT_LIMIT),
  offset: queryInteger(0, MAX_OFFSET).default(0),
}

/** `returned` counts the items of this page, `total` all matching ones. */
export const pagination = {
  limit: z.int().min(1).max(MAX_LIMIT),
  offset: z.int().min(0).max(MAX_OFFSET),
  returned: z.int().min(0).max(MAX_LIMIT),
  total: z.int().min(0),
}
