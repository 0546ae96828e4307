import { z } from 'zod'
import { sentences } from '../sentences/sentence.ts'

/** Stands in `settings` where a person has to choose a value. kitroom.yaml refuses it. */
export const CHOOSE = 'CHOOSE'

/**
 * One way out of the refusal of a whole file. Its sentence in the refusal's `detail` says the same. The schema is
 * loose, because a worker of another version may add members and kinds.
 */
export const SheetAdvice = z.looseObject({
  /**
   * `settings`: add `settings` to the source in kitroom.yaml. `insert_row`: insert `cells` as a row above row `before`.
   * `add_column`: add a column for each of `headers`, and `settings` if it has them. `tag`: `kitroom sync tag` gives
   * each item an asset tag. `first_line`: put `line` at the top of the text file.
   */
  kind: z.string(),
  /** Settings of the source: those under `columns` and `defaults` are added to the ones that it has. */
  settings: z.record(z.string(), z.unknown()).optional(),
  /** Settings whose value is `CHOOSE`, such as `defaults.brand`, with the possible values; without them any text. */
  choose: z.array(z.looseObject({ setting: z.string(), values: z.array(z.string()).optional() })).optional(),
  /** Name of the sheet in a workbook. */
  sheet: z.string().optional(),
  before: z.int().optional(),
  cells: z.array(z.string()).optional(),
  headers: z.array(z.string()).optional(),
  line: z.string().optional(),
})
export type SheetAdvice = z.output<typeof SheetAdvice>

/**
 * Reason for people why a run or a sheet is as it is. A refused sheet has the ways out that `detail` names, the best
 * one first.
 */
export const RunReason = z.strictObject({
  code: z.string(),
  detail: z.string(),
  sentences,
  advice: z.array(SheetAdvice).optional(),
})
