import { useMemo } from 'react'
import type { Sentence } from '../../contract/sentences/sentence.ts'
import { germanSentences } from '../../messages/languages/de/sentences/all.ts'
import type { englishSentences } from '../../contract/sentences/say.ts'
import { translate, type Translated, type Words } from '../../messages/languages/sentences.ts'
import type { Texts } from '../texts/en.ts'
import type { Format } from './createFormat.ts'
import { useFormat } from './format.ts'
import { useLanguage, type Language } from './language.tsx'

/** Sentences of the worker, by language. The worker itself sends the English ones. */
const tables: Readonly<Record<Exclude<Language, 'en'>, Translated<typeof englishSentences>>> = { de: germanSentences }

/** Names a field, or another meaning of a column. */
export const nameField = (texts: Texts, name: string): string =>
  (texts.fields as Record<string, string>)[name] ?? texts.sync.columnMeanings[name] ?? name

/** Names of values, by field. */
const valueNames = (texts: Texts): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
  gear_type: texts.gearTypes,
  status: texts.gearStatuses,
  condition: texts.gearConditions,
  document_type: texts.documents.types,
})

/** A text of the worker as the page says it. */
export interface SaidHere {
  text: string
  /** The English text, if the page says it in another language. */
  english?: string
}

export type Say = (english: string, sentences: readonly Sentence[] | undefined) => SaidHere

/**
 * Returns a function that says a text of the worker in the reader's language. What an earlier version stored stays
 * English.
 */
export function useSay(): Say {
  const { language, texts } = useLanguage()
  const format = useFormat()
  return useMemo(() => createSay(language, texts, format), [language, texts, format])
}

function createSay(language: Language, texts: Texts, format: Format): Say {
  if (language === 'en') return (english) => ({ text: english })
  const words: Words = {
    field: (name) => nameField(texts, name),
    value: (field, value) => valueNames(texts)[field]?.[value] ?? value,
    gearType: (name) => (texts.gearTypes as Record<string, string>)[name] ?? name,
    day: format.day,
    number: format.number,
  }
  return (english, sentences) => {
    const text = translate(sentences, tables[language], words)
    return text === undefined ? { text: english } : { text, english }
  }
}
