import type { Config } from '../../config/config.ts'
import { DEFAULT_LANGUAGE } from '../../messages/languages/language.ts'
import { getTexts, type Texts } from '../../messages/languages/texts.ts'
import { listPeopleOf, type Recipient } from './routes.ts'

/** Returns texts in the language of a recipient, with times in their time zone. */
export type TextsOf = (to: Pick<Recipient, 'channel' | 'recipient'>) => Texts

const pickCommon = <T>(values: readonly T[], common: T): T =>
  new Set(values).size === 1 ? (values[0] ?? common) : common

/** People who share an address but no language get the studio's language. */
export function createTextsOf({ reminders }: Pick<Config, 'reminders'>, studioZone: string): TextsOf {
  const studioLanguage = reminders.language ?? DEFAULT_LANGUAGE
  const byRecipient = new Map<string, Texts>()
  return ({ channel, recipient }) => {
    const key = JSON.stringify([channel, recipient])
    const found = byRecipient.get(key)
    if (found) return found
    const people = listPeopleOf({ reminders }, { channel, recipient })
    const language = pickCommon(
      people.map((person) => person.language ?? studioLanguage),
      studioLanguage,
    )
    const timeZone = pickCommon(
      people.map((person) => person.timezone ?? studioZone),
      studioZone,
    )
    const texts = getTexts(language, timeZone)
    byRecipient.set(key, texts)
    return texts
  }
}
