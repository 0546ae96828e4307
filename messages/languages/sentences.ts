import type { columnSentences } from '../../contract/sentences/columns.ts'
import type { deliverySentences } from '../../contract/sentences/deliveries.ts'
import type { fileSentences } from '../../contract/sentences/files.ts'
import type { googleSentences } from '../../contract/sentences/google.ts'
import type { outcomeSentences } from '../../contract/sentences/outcomes.ts'
import type { reminderSentences } from '../../contract/sentences/reminders.ts'
import type { stepSentences } from '../../contract/sentences/steps.ts'
import { joinTexts } from '../../contract/sentences/joinTexts.ts'
import type { Sentence } from '../../contract/sentences/sentence.ts'
import type { settingSentences } from '../../contract/sentences/settings.ts'

/** Names and forms in the language of the reader, which sentences need for their values. */
export interface Words {
  /** Names a field, such as `purchase_price`. */
  field: (name: string) => string
  /** Names a type of gear, such as `lens`. */
  gearType: (name: string) => string
  /** Names a value of a field, such as `in_use` of `status`. */
  value: (field: string, value: string) => string
  /** @param day `YYYY-MM-DD` */
  day: (day: string) => string
  number: (value: number) => string
}

/** Sentences of a language: those of the English table, with the same values. A missing one does not compile. */
export type Translated<English extends Record<string, (values: never) => string>> = {
  readonly [Code in keyof English]: (values: Parameters<English[Code]>[0], words: Words) => string
}

/** Sentences that mails name: a plan's rows are read in the console. */
export type MailSentences = Translated<
  typeof columnSentences &
    typeof fileSentences &
    typeof outcomeSentences &
    typeof reminderSentences &
    typeof deliverySentences &
    typeof googleSentences &
    typeof stepSentences &
    typeof settingSentences
>

export type AnySentences = Readonly<Record<string, (values: never, words: Words) => string>>

/**
 * Says sentences in another language.
 * @returns undefined if one of them is not known, as a worker of a later version may send it, or if there are none
 */
export function translate(
  sentences: readonly Sentence[] | undefined,
  table: AnySentences,
  words: Words,
): string | undefined {
  if (!sentences || sentences.length === 0) return undefined
  const texts: string[] = []
  for (const { code, values } of sentences) {
    const translated = Object.hasOwn(table, code) ? table[code] : undefined
    if (!translated) return undefined
    texts.push(translated(values as never, words))
  }
  return joinTexts(texts)
}
