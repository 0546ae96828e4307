import { listAnswerCommands } from '../../activities/notify/answerCommands.ts'
import type {
  Channel,
  ChannelDeps,
  Delivery,
  Message,
  MessageCommand,
  MessageLink,
} from '../../messages/channels/channel.ts'
import { openChannel } from '../../messages/channels/kinds.ts'
import { loadConfig } from '../../config/config.ts'
import { englishTexts } from '../../messages/languages/texts.ts'
import { createSilentLog } from '../../platform/log.ts'
import { parseAllowList } from '../../platform/outbound/allowList.ts'

export const messageOf = (change: Partial<Message> = {}): Message => ({
  kind: 'warranty',
  subject: '018f0000-0000-7000-8000-000000000001',
  dueOn: '2027-04-04',
  step: 7,
  title: 'The warranty of Canon R5 ends in 7 days',
  facts: [{ name: 'Ends on', value: '2027-04-04' }],
  ...change,
})

export const messagesOf = (count: number, change: Partial<Message> = {}): Message[] =>
  Array.from({ length: count }, (_, index) =>
    messageOf({ subject: `item-${index}`, title: `The warranty of item ${index} ends`, ...change }),
  )

/** Commands as a reminder of a warranty has them. */
const commandsOf = ({ subject }: Message): MessageCommand[] => listAnswerCommands(subject, englishTexts)

/** Messages that people answer. */
export const answerable = (messages: readonly Message[]): Message[] =>
  messages.map((message) => ({ ...message, commands: commandsOf(message) }))

/** How a list of messages ends that people answer. */
export const LIST_COMMANDS =
  '\n\nAcknowledge one, so that nobody is reminded of its date again:\n  kitroom reminders ack <id>\nPostpone one by a week:\n  kitroom reminders snooze <id> --for 7d'

/** A delivery of one message, or of several with an overview. */
export const deliveryOf = (
  reminders: readonly Message[] = [messageOf()],
  change: Partial<Delivery> = {},
): Delivery => ({
  id: '<kitroom.0123456789abcdef@kitroom.invalid>',
  to: 'team',
  atMs: Date.now(),
  reminders,
  ...(reminders.length > 1 ? { summary: { lines: [`${reminders.length} warranties end.`], shown: reminders } } : {}),
  ...change,
})

/** Opens a channel as kitroom.yaml names it. */
export function openTestChannel(settings: string, deps: Partial<ChannelDeps> = {}): Channel {
  const [channel] = loadConfig(`reminders: { channels: [${settings}] }`).reminders.channels
  if (!channel) throw new Error('no channel was read')
  return openChannel(channel, {
    log: createSilentLog(),
    secrets: {},
    allow: parseAllowList(['127.0.0.0/8:*']),
    ...deps,
  })
}

export const acceptHandOver = (): Promise<void> => Promise.resolve()

/** Links as a reminder of maintenance has them. @param tokenCharacters length of a token */
export const linksOf = (tokenCharacters = 300): MessageLink[] =>
  (['page', 'ack', 'snooze', 'done'] as const).map((kind) => ({
    kind,
    label: `Label of ${kind}`,
    url: `https://kit.example/reminders/${kind}-${'a'.repeat(tokenCharacters)}`,
  }))
