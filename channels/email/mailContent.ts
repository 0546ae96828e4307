import type { Texts } from '../../languages/texts.ts'
import type { Message, MessageCommand, MessageLink } from '../channel.ts'
import { cutText, selectMessages, utf16Limit, type Rendered } from '../content.ts'
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
  /** Those that no link replaces. */
  commands: readonly MessageCommand[]
  /** The page first. */
  links: readonly MessageLink[]
  /** False for problems and test messages. */
  isAnswerable: boolean
  /** Short id to answer it with where there is no link. */
  id: string | undefined
}

export interface MailSection {
  /** None outside of a digest. */
  title: string | undefined
  entries: readonly MailEntry[]
}

/** What a mail says. Text and HTML are made of it, so that both say the same. */
export type MailContent =
  | { kind: 'single'; texts: Texts; entry: MailEntry }
  | {
      kind: 'list'
      texts: Texts
      title: string
      intro: readonly string[]
      sections: readonly MailSection[]
      hasFacts: boolean
      isAnswerable: boolean
    }

const cut = (text: string, max: number): string => cutText(toOneLine(text), utf16Limit(max))

function toEntry({ title, status, facts, commands = [], links = [], subject }: Message, texts: Texts, maxCharacters: number): MailEntry {
  const advice = facts.find(({ name }) => name === texts.facts.whatToDo)?.value
  const others = facts.filter(({ name }) => name !== texts.facts.whatToDo).slice(0, MAX_FACTS)
  return {
    title: cut(title, maxCharacters) || texts.reminder,
    status,
    facts: others.map(({ name, value }) => ({ name: cut(name, maxCharacters), value: cut(value, maxCharacters) })),
    advice: advice === undefined ? undefined : cut(advice, maxCharacters),
    commands: commands.filter(({ link }) => link === undefined || !links.some(({ kind }) => kind === link)),
    links,
    isAnswerable: commands.length > 0,
    id: commands.length > 0 && links.length === 0 ? subject.slice(-ID_CHARACTERS) : undefined,
  }
}

const MIN_REPEATED_CHARACTERS = 4

/** A listed message leaves out facts that its title says, such as item and date, and all links but the page. */
function toListedEntry(message: Message, texts: Texts): MailEntry {
  const entry = toEntry(message, texts, MAX_LISTED_VALUE_CHARACTERS)
  return {
    ...entry,
    facts: entry.facts.filter(({ value }) => value.length < MIN_REPEATED_CHARACTERS || !entry.title.includes(value)),
    links: entry.links.filter(({ kind }) => kind === 'page'),
  }
}

/** Splits the first messages as their digest does. */
function toSections({ summary }: Rendered, entries: readonly MailEntry[]): MailSection[] {
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
export const countListed = (mail: Rendered): number => Math.min(MAX_LISTED, selectMessages(mail).shown.length)

/** @param maxCharacters of a fact */
export function selectSingle(mail: Rendered, maxCharacters: number): MailContent {
  const { shown, texts } = selectMessages(mail)
  const [message] = shown
  if (!message) throw new Error('a mail without a message')
  return { kind: 'single', texts, entry: toEntry(message, texts, maxCharacters) }
}

/** @param listed messages to list; the rest is counted */
export function selectList(mail: Rendered, { listed, hasFacts }: { listed: number; hasFacts: boolean }): MailContent {
  const { title, intro, shown, texts } = selectMessages(mail)
  const { format } = texts
  const next = shown[listed]
  const rest = next
    ? [texts.mail.listedFirst({ listed: format.count(listed), more: format.count(shown.length - listed), day: format.day(next.dueOn) })]
    : []
  const entries = shown.slice(0, listed).map((message) => toListedEntry(message, texts))
  return {
    kind: 'list',
    texts,
    title,
    intro: [...intro, ...rest].map(toOneLine),
    sections: toSections(mail, entries),
    hasFacts,
    isAnswerable: entries.some(({ id }) => id !== undefined),
  }
}

/** How to answer a message of a list. */
export const listCommands = ({ commands }: Texts): MessageCommand[] => [
  { purpose: commands.acknowledgeOne, command: 'kitroom reminders ack <id>' },
  { purpose: commands.postponeOne, command: 'kitroom reminders snooze <id> --for 7d' },
]
