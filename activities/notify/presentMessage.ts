import type { Message, MessageStatus } from '../../messages/channels/channel.ts'
import { englishTexts, type Texts } from '../../messages/languages/texts.ts'
import { countDaysBetween } from '../../platform/studioDay.ts'
import type { NotificationKinds } from './kind.ts'

const SOON_DAYS = 7

function toTone(daysLeft: number): MessageStatus['tone'] {
  if (daysLeft < 0) return 'late'
  return daysLeft <= SOON_DAYS ? 'soon' : 'calm'
}

/**
 * Adds the parts that depend on the day of sending: the distance of the due day, and the answers.
 * @param today `YYYY-MM-DD`
 */
export function presentMessage(
  kinds: NotificationKinds,
  message: Message,
  today: string,
  texts: Texts = englishTexts,
): Message {
  const { describeStatus, listCommands } = kinds.find(message.kind)
  const toStatus = (describe: NonNullable<typeof describeStatus>): MessageStatus => {
    const daysLeft = countDaysBetween(today, message.dueOn)
    return { text: describe(daysLeft, texts), tone: toTone(daysLeft) }
  }
  return {
    ...message,
    ...(describeStatus ? { status: toStatus(describeStatus) } : {}),
    ...(listCommands ? { commands: listCommands(message.subject, texts) } : {}),
  }
}
