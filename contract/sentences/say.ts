import { cellSentences } from './cells.ts'
import { columnSentences } from './columns.ts'
import { deliverySentences } from './deliveries.ts'
import { fileSentences } from './files.ts'
import { googleSentences } from './google.ts'
import { outcomeSentences } from './outcomes.ts'
import { reminderSentences } from './reminders.ts'
import { rowSentences } from './rows.ts'
import { stepSentences } from './steps.ts'
import { joinTexts } from './joinTexts.ts'
import type { Sentence } from './sentence.ts'
import { settingSentences } from './settings.ts'

/**
 * All English sentences of the worker about sheets, runs, reminders and kitroom.yaml, by code. Other languages have the
 * same codes and values.
 */
export const englishSentences = {
  ...cellSentences,
  ...rowSentences,
  ...columnSentences,
  ...fileSentences,
  ...outcomeSentences,
  ...reminderSentences,
  ...deliverySentences,
  ...googleSentences,
  ...stepSentences,
  ...settingSentences,
}
export type SentenceCode = keyof typeof englishSentences

type ValuesOf<C extends SentenceCode> = Parameters<(typeof englishSentences)[C]>

/** A text for people: in English, and as sentences that can be said in another language. */
export interface Said {
  message: string
  sentences: Sentence[]
}

type AnySentence = (values: Sentence['values']) => string

/** Says one sentence. */
export const say = <C extends SentenceCode>(code: C, ...args: ValuesOf<C>): Said => {
  const values: Sentence['values'] = { ...(args[0] as Sentence['values'] | undefined) }
  return { message: (englishSentences[code] as AnySentence)(values), sentences: [{ code, values }] }
}

/** Says several sentences after another. */
export const sayAll = (...parts: readonly Said[]): Said => ({
  message: joinTexts(parts.map(({ message }) => message)),
  sentences: parts.flatMap(({ sentences }) => sentences),
})

/** Returns what is said; a plain text has no sentences. */
export const toSaid = (text: Said | string): Said =>
  typeof text === 'string' ? { message: text, sentences: [] } : text

/** Says the same with values that differ. @throws TypeError for a code that the table lacks */
export const restate = ({ sentences }: Said, change: (value: string | number) => string | number): Said =>
  sayAll(
    ...sentences.map(({ code, values }): Said => {
      const changed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
      return {
        message: (englishSentences[code as SentenceCode] as AnySentence)(changed),
        sentences: [{ code, values: changed }],
      }
    }),
  )
