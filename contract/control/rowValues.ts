import { z } from 'zod'
import { sentences } from '../sentences/sentence.ts'

/** Values of a planned row, by field. */
export const rowValues = {
  fields: z.record(z.string(), z.unknown()).optional(),
  changed: z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() })).optional(),
  conflicts: z
    .record(z.string(), z.strictObject({ base: z.unknown(), sheet: z.unknown(), api: z.unknown() }))
    .optional(),
  /** Explains values that no cell has, by field: `purchase date + 24 months`. */
  evidence: z.record(z.string(), z.strictObject({ message: z.string(), sentences })).optional(),
}
