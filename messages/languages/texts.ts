import type { Sentence } from '../../contract/sentences/sentence.ts'
import { plans as germanPlans } from './de/plans.ts'
import { problems as germanProblems } from './de/problems.ts'
import { reminders as german } from './de/reminders.ts'
import { germanSentences } from './de/sentences/all.ts'
import { plans as englishPlans } from './en/plans.ts'
import { problems as englishProblems } from './en/problems.ts'
import { reminders as english } from './en/reminders.ts'
import { plans as spanishPlans } from './es/plans.ts'
import { problems as spanishProblems } from './es/problems.ts'
import { reminders as spanish } from './es/reminders.ts'
import { spanishSentences } from './es/sentences/all.ts'
import { createFormat, type Format } from './format.ts'
import { plans as frenchPlans } from './fr/plans.ts'
import { problems as frenchProblems } from './fr/problems.ts'
import { reminders as french } from './fr/reminders.ts'
import { frenchSentences } from './fr/sentences/all.ts'
import { DEFAULT_LANGUAGE, type Language } from './language.ts'
import { names } from './names.ts'
import { translate, type MailSentences } from './sentences.ts'
import type { PlanTexts, ProblemTexts, ReminderTexts } from './types.ts'

interface Wording extends ReminderTexts {
  problems: ProblemTexts
  plans: PlanTexts
}

const wordings: Readonly<Record<Language, Wording>> = {
  en: { ...english, problems: englishProblems, plans: englishPlans },
  de: { ...german, problems: germanProblems, plans: germanPlans },
  fr: { ...french, problems: frenchProblems, plans: frenchPlans },
  es: { ...spanish, problems: spanishProblems, plans: spanishPlans },
}

/** The worker's own sentences are English. */
const sentences: Readonly<Record<Exclude<Language, 'en'>, MailSentences>> = {
  de: germanSentences,
  fr: frenchSentences,
  es: spanishSentences,
}

/** All texts of messages in a language, and its formats of dates and numbers. */
export interface Texts extends Wording {
  language: Language
  /** Time zone of the reader: a name of the IANA time zone database. */
  timeZone: string
  format: Format
  /** Says a text of the worker. One without sentences is quoted in English. */
  say: (english: string, sentences?: readonly Sentence[]) => string
}

function createSay(language: Language, format: Format): Texts['say'] {
  if (language === 'en') return (english) => english
  const { fields, gearTypes, quoteEnglish } = names[language]
  const valueNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    gear_type: gearTypes,
    document_type: wordings[language].documentTypes,
  }
  const words = {
    field: (name: string) => fields[name] ?? name,
    gearType: (name: string) => valueNames['gear_type']?.[name] ?? name,
    value: (field: string, value: string) => valueNames[field]?.[value] ?? value,
    day: (day: string) => format.day(day),
    number: (value: number) => format.count(value),
  }
  return (english, said) => translate(said, sentences[language], words) ?? quoteEnglish(english)
}

/** @param timeZone of the reader's times */
export function createTexts(language: Language = DEFAULT_LANGUAGE, timeZone = 'UTC'): Texts {
  const format = createFormat(language, timeZone)
  return { ...wordings[language], language, timeZone, format, say: createSay(language, format) }
}

const created = new Map<string, Texts>()

/**
 * Returns the same texts for each call with a language and a time zone. The default zone is for messages whose times
 * are already formatted.
 */
export function getTexts(language: Language = DEFAULT_LANGUAGE, timeZone = 'UTC'): Texts {
  const key = `${language} ${timeZone}`
  const texts = created.get(key) ?? createTexts(language, timeZone)
  created.set(key, texts)
  return texts
}

export const englishTexts: Texts = getTexts()
