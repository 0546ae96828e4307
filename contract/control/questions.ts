import { z } from 'zod'
import { sentences } from '../sentences/sentence.ts'

/**
 * Codes of questions. `gone_column`: a column may say that an item is gone. `gone_list`: the title of a list or of a
 * group may say so. `same_item`: a row is an item of the inventory under another tag, or another item.
 * `column_changed`: a column would be read as another field than in the last applied run. `cells_changed`: its cells
 * would be read in another order of day and month, with another decimal mark or on another scale than in that run.
 */
const questionCodes = ['gone_column', 'gone_list', 'same_item', 'column_changed', 'cells_changed'] as const

/** A question about one row. The row creates no item until kitroom.yaml answers it. */
export const RowQuestion = z.strictObject({
  cell: z.string(),
  code: z.enum(questionCodes),
  raw: z.string(),
  message: z.string(),
  sentences,
  /** Header, title or tag that the answer names. */
  about: z.string(),
  /** `gone_column` and `gone_list`: the answer that the words suggest. */
  suggests: z.enum(['gone', 'here', 'out']).optional(),
  /** `same_item`: the tag of the item in question, or its id if it has none. */
  item: z.string().optional(),
})
export type RowQuestion = z.output<typeof RowQuestion>

/** A question of a plan, for all its rows. The schema is loose, because a worker of another version may add members. */
export const PlanQuestion = z.looseObject({
  code: z.string(),
  about: z.string(),
  /** The question: a sentence for people. */
  detail: z.string(),
  sentences,
  /**
   * Number of rows that wait for the answer; `column_changed`, `cells_changed`: of rows that the column would change.
   */
  count: z.int(),
  /** The first of these rows. */
  rows: z.array(z.int()),
  /** Different texts of their cells, the first ones. */
  values: z.array(z.string()),
  /** `column_changed`: fields of the column in the last applied run, and now; empty where it is left out. */
  was: z.array(z.string()).optional(),
  now: z.array(z.string()).optional(),
  /**
   * The possible answers, the likely one first: a setting of the source in kitroom.yaml, its values by name, and the
   * effect.
   */
  answers: z.array(
    z.looseObject({ setting: z.string(), values: z.record(z.string(), z.string()), effect: z.string() }),
  ),
})
export type PlanQuestion = z.output<typeof PlanQuestion>

/** Reason why the items without a row are not marked or deleted. */
export const HeldReason = z.looseObject({ code: z.string(), detail: z.string(), sentences })
export type HeldReason = z.output<typeof HeldReason>
