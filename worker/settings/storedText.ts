import { SettingsError } from '../../config/config.ts'
import { say } from '../../contract/sentences/say.ts'
import { SealBroken, type SecretBox } from '../../platform/secretBox.ts'
import type { StoredSettings } from '../../state/hosts/settings.ts'
import { hideQueries } from './hideQueries.ts'

/** Associated data of the sealed text. */
const OWNER = 'kitroom.yaml'

/**
 * Converts a text for storing. Queries of web addresses may be secrets, so they are hidden, and the whole text is
 * sealed.
 */
export function toStoredText(box: SecretBox, wholeText: string): Pick<StoredSettings, 'text' | 'sealed'> {
  const text = hideQueries(wholeText)
  return { text, sealed: text === wholeText ? null : box.seal(wholeText, OWNER) }
}

/**
 * @returns the sealed text under the newest key; undefined if there is none, or if the newest key sealed it already
 * @throws SealBroken
 */
export const resealStoredText = (box: SecretBox, { sealed }: StoredSettings): string | undefined =>
  sealed === null ? undefined : box.reseal(sealed, OWNER)

/** Opens the whole text. @throws SettingsError if another key sealed it */
export function openStoredText(box: SecretBox, { text, sealed }: StoredSettings): string {
  try {
    return sealed === null ? text : box.open(sealed, OWNER)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw new SettingsError([say('settings_sealed')])
  }
}
