import { z } from 'zod'

/** A sentence for people: its code in the table of English sentences, and the values that it names. */
export const Sentence = z.strictObject({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Sentence = z.output<typeof Sentence>

/** Sentences of a text, in order. Absent in what an earlier version stored: then only the English text is known. */
export const sentences = z.array(Sentence).optional()
