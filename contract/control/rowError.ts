import { z } from 'zod'
import { Fault, SentenceValues } from '../errors.ts'
import { sentences } from '../sentences/sentence.ts'

/** Reason of a row that was not written: the sentences of the worker, or the error of the API. */
export const RowError = z.strictObject({
  code: z.string(),
  detail: z.string(),
  sentences,
  /** Name of the API's sentence, and the values that it contains. */
  reason: z.string().optional(),
  values: SentenceValues.optional(),
  /** Faults that the API found in the fields. */
  errors: z.array(Fault).optional(),
  request_id: z.string().optional(),
})
export type RowError = z.output<typeof RowError>
