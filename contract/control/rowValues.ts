import { z } from 'zod'
import { gearTypes } from '../api/gearFields.ts'
import { day, timestamp, uuid } from '../text.ts'
import { sentences } from '../sentences/sentence.ts'

/**
 * A maintenance record that a row makes or moves, or that an undo deletes. `fact` is the column's meaning. `from` is
 * the day of a moved record.
 */
const PlannedMaintenance = z.strictObject({
  action: z.enum(['create', 'move', 'delete']),
  fact: z.string(),
  item_type: z.enum(gearTypes),
  service_type: z.string(),
  service_date: day,
  status: z.enum(['scheduled', 'completed']),
  id: uuid.optional(),
  updated_at: timestamp.optional(),
  from: day.optional(),
})
export type PlannedMaintenance = z.output<typeof PlannedMaintenance>

/** Values of a planned row, by field. */
export const rowValues = {
  fields: z.record(z.string(), z.unknown()).optional(),
  changed: z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() })).optional(),
  conflicts: z
    .record(z.string(), z.strictObject({ base: z.unknown(), sheet: z.unknown(), api: z.unknown() }))
    .optional(),
  /** Explains values that no cell has, by field: `purchase date + 24 months`. */
  evidence: z.record(z.string(), z.strictObject({ message: z.string(), sentences })).optional(),
  maintenance: z.array(PlannedMaintenance).optional(),
}
