import { consoleLanguages, type ConsoleLanguage } from '../../messages/languages/language.ts'
import { getTexts, type Texts } from '../../messages/languages/texts.ts'

/** Titles of one message in the languages of the console. */
export type Titles = Partial<Record<ConsoleLanguage, string>>

/** Describes a message for its reader, and its title for the readers of the console too. */
export function describeInLanguages<T extends { title: string }>(
  texts: Texts,
  describe: (texts: Texts) => T,
): T & { titles: Titles } {
  const titles = consoleLanguages.map((language) => [language, describe(getTexts(language, texts.timeZone)).title])
  return { ...describe(texts), titles: Object.fromEntries(titles) as Titles }
}
