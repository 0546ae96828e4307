import type { Recipient } from '../../activities/notify/routes.ts'
import { createTextsOf } from '../../activities/notify/textsOf.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import { readStudioTimeZone } from '../../state/schedules/schedules.ts'
import type { SettingsAccess, StateAccess } from '../context/context.ts'
import { readRecipientConfig } from '../problems/recipients.ts'

export type ReaderContext = StateAccess & SettingsAccess

/** Reads the texts of a page in the language and time zone of the link's person. */
export async function readReaderTexts(
  context: ReaderContext,
  { channel, recipient }: Pick<Recipient, 'channel' | 'recipient'>,
): Promise<Texts> {
  const textsOf = createTextsOf(await readRecipientConfig(context), await context.state.read(readStudioTimeZone))
  return textsOf({ channel, recipient })
}
