import { problems as germanProblems } from './de/problems.ts'
import { reminders as german } from './de/reminders.ts'
import { problems as englishProblems } from './en/problems.ts'
import { reminders as english } from './en/reminders.ts'
import { problems as spanishProblems } from './es/problems.ts'
import { reminders as spanish } from './es/reminders.ts'
import { createFormat, type Format } from './format.ts'
import { problems as frenchProblems } from './fr/problems.ts'
import { reminders as french } from './fr/reminders.ts'
import { DEFAULT_LANGUAGE, type Language } from './language.ts'
import type { ProblemTexts, ReminderTexts } from './types.ts'

interface Wording extends ReminderTexts {
  problems: ProblemTexts
}

const wordings: Readonly<Record<Language, Wording>> = {
  en: { ...english, problems: englishProblems },
  de: { ...german, problems: germanProblems },
  fr: { ...french, problems: frenchProblems },
  es: { ...spanish, problems: spanishProblems },
}

/** All texts of messages in a language, and its formats of dates and numbers. */
export interface Texts extends Wording {
  language: Language
  format: Format
}

/** @param timeZone of the reader's times */
export const createTexts = (language: Language = DEFAULT_LANGUAGE, timeZone = 'UTC'): Texts => ({
  ...wordings[language],
  language,
  format: createFormat(language, timeZone),
})

const utcTexts: Readonly<Record<Language, Texts>> = {
  en: createTexts('en'),
  de: createTexts('de'),
  fr: createTexts('fr'),
  es: createTexts('es'),
}

/** Returns texts for messages whose times are already formatted. */
export const getTexts = (language: Language = DEFAULT_LANGUAGE): Texts => utcTexts[language]

export const englishTexts: Texts = getTexts()
