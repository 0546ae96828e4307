import { ADVICE_FACT, type Delivery, type Message, type MessageCommand } from '../channel.ts'
import { cutText, selectMessages, utf16Limit } from '../content.ts'
import { toOneLine } from '../text.ts'

const MAX_LISTED = 500
/** Enough of a record's id for `kitroom reminders ack`. */
const ID_CHARACTERS = 8
const MAX_LISTED_VALUE_CHARACTERS = 300
const MAX_FACTS = 30

export interface MailFact {
  name: string
  value: string
}

/** A message with texts on one line, none too long. */
export interface MailEntry {
  title: string
  status: Message['status']
  facts: readonly MailFact[]
  advice: string | undefined
  commands: readonly MessageCommand[]
  answerUrl: string | undefined
  /** Short id to answer it with. */
  id: string | undefined
}

export interface MailSection {
  /** None outside of a digest. */
  title: string | undefined
  entries: readonly MailEntry[]
}

/** What a mail says. Text and HTML are made of it, so that both say the same. */
export type MailContent =
  | { kind: 'single'; entry: MailEntry }
  | { kind: 'list'; title: string; intro: readonly string[]; sections: readonly MailSection[]; hasFacts: boolean; isAnswerable: boolean }

type Mail = Pick<Delivery, 'reminders' | 'summary'>

const cut = (text: string, max: number): string => cutText(toOneLine(text), utf16Limit(max))

function toEntry({ title, status, facts, commands = [], answerUrl, subject }: Message, maxCharacters: number): MailEntry {
  const advice = facts.find(({ name }) => name === ADVICE_FACT)?.value
  const others = facts.filter(({ name }) => name !== ADVICE_FACT).slice(0, MAX_FACTS)
  return {
    title: cut(title, maxCharacters) || 'Reminder',
    status,
    facts: others.map(({ name, value }) => ({ name: cut(name, maxCharacters), value: cut(value, maxCharacters) })),
    advice: advice === undefined ? undefined : cut(advice, maxCharacters),
    commands,
    answerUrl,
    id: commands.length > 0 ? subject.slice(-ID_CHARACTERS) : undefined,
  }
}

const MIN_REPEATED_CHARACTERS = 4

/** A listed message leaves out facts that its title says, such as item and date. */
function toListedEntry(message: Message): MailEntry {
  const entry = toEntry(message, MAX_LISTED_VALUE_CHARACTERS)
  return { ...entry, facts: entry.facts.filter(({ value }) => value.length < MIN_REPEATED_CHARACTERS || !entry.title.includes(value)) }
}

/** Splits the first messages as their digest does. */
function toSections({ summary }: Mail, entries: readonly MailEntry[]): MailSection[] {
  if (!summary?.sections) return [{ title: undefined, entries }]
  const sections: MailSection[] = []
  let from = 0
  for (const { title, count } of summary.sections) {
    const ofSection = entries.slice(from, from + count)
    if (ofSection.length > 0) sections.push({ title, entries: ofSection })
    from += count
  }
  return sections
}

/** Greatest number of messages that a mail may list. */
export const countListed = (mail: Mail): number => Math.min(MAX_LISTED, selectMessages(mail).shown.length)

/** @param maxCharacters of a fact */
export function selectSingle({ reminders: [message] }: Mail, maxCharacters: number): MailContent {
  if (!message) throw new Error('a mail without a message')
  return { kind: 'single', entry: toEntry(message, maxCharacters) }
}

/** @param listed messages to list; the rest is counted */
export function selectList(mail: Mail, { listed, hasFacts }: { listed: number; hasFacts: boolean }): MailContent {
  const { title, intro, shown } = selectMessages(mail)
  const next = shown[listed]
  const rest = next ? [`This mail lists the first ${listed}. ${shown.length - listed} more follow, from ${next.dueOn} on.`] : []
  const entries = shown.slice(0, listed).map(toListedEntry)
  return {
    kind: 'list',
    title,
    intro: [...intro, ...rest].map(toOneLine),
    sections: toSections(mail, entries),
    hasFacts,
    isAnswerable: entries.some(({ id }) => id !== undefined),
  }
}

/** Of the page that answers a message. */
export const ANSWER_LABEL = 'Acknowledge or postpone'

export const FOOTER = 'You get this because your studio’s equipment records (Kitroom) are set up to remind you. Who looks after them can change that.'

/** How to answer a message of a list. */
export const LIST_COMMANDS: readonly MessageCommand[] = [
  { purpose: 'Acknowledge one, so that nobody is reminded of its date again', command: 'kitroom reminders ack <id>' },
  { purpose: 'Postpone one by a week', command: 'kitroom reminders snooze <id> --for 7d' },
]
