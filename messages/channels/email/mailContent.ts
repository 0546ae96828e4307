import type { Texts } from '../../languages/texts.ts'
import type { Message, MessageCommand, MessageDetails, MessageLink } from '../channel.ts'
import {
  cutText,
  findShortId,
  selectMessages,
  splitIntoSections,
  utf16Limit,
  type Rendered,
  type Section,
} from '../content.ts'
import { toOneLine } from '../text.ts'

const MAX_LISTED = 500
const MAX_LISTED_VALUE_CHARACTERS = 300
const MAX_FACTS = 30

export interface MailFact {
  name: string
  value: string
}

/** A message whose texts are on one line and of limited length. */
export interface MailEntry {
  title: string
  status: Message['status']
  facts: readonly MailFact[]
  advice: string | undefined
  /** Only in a mail with one message. */
  details: MessageDetails | undefined
  /** Commands for which there is no link. */
  commands: readonly MessageCommand[]
  /** The page first. */
  links: readonly MessageLink[]
  /** False for problems and test messages. */
  isAnswerable: boolean
  /** Short id for answering by command; undefined if there is a link. */
  id: string | undefined
}

export type MailSection = Section<MailEntry>

/** Content of a mail. Text and HTML are rendered from it, so that both say the same. */
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

function toEntry(message: Message, texts: Texts, maxCharacters: number): MailEntry {
  const { title, status, facts, details, commands = [], links = [] } = message
  const advice = facts.find(({ name }) => name === texts.facts.whatToDo)?.value
  const others = facts.filter(({ name }) => name !== texts.facts.whatToDo).slice(0, MAX_FACTS)
  return {
    title: cut(title, maxCharacters) || texts.reminder,
    status,
    facts: others.map(({ name, value }) => ({ name: cut(name, maxCharacters), value: cut(value, maxCharacters) })),
    advice: advice === undefined ? undefined : cut(advice, maxCharacters),
    details: details && cutDetails(details),
    commands: commands.filter(({ link }) => link === undefined || !links.some(({ kind }) => kind === link)),
    links,
    isAnswerable: commands.length > 0,
    id: links.length === 0 ? findShortId(message) : undefined,
  }
}

const MAX_DETAILS = 20
const MAX_DETAIL_CHARACTERS = 400

const cutDetails = ({ title, lines }: MessageDetails): MessageDetails => ({
  title: cut(title, MAX_DETAIL_CHARACTERS),
  lines: lines.slice(0, MAX_DETAILS).map((line) => cut(line, MAX_DETAIL_CHARACTERS)),
})

const MIN_REPEATED_CHARACTERS = 4

/**
 * Converts a message of a list. It omits facts that the title has, such as item and date, and all links but the page.
 */
function toListedEntry(message: Message, texts: Texts): MailEntry {
  const entry = toEntry(message, texts, MAX_LISTED_VALUE_CHARACTERS)
  return {
    ...entry,
    details: undefined,
    facts: entry.facts.filter(({ value }) => value.length < MIN_REPEATED_CHARACTERS || !entry.title.includes(value)),
    links: entry.links.filter(({ kind }) => kind === 'page'),
  }
}

/** Returns the maximum number of messages that a mail may list. */
export const countListed = (mail: Rendered): number => Math.min(MAX_LISTED, selectMessages(mail).shown.length)

/** @param maxCharacters limit of a fact */
export function selectSingle(mail: Rendered, maxCharacters: number): MailContent {
  const { shown, texts } = selectMessages(mail)
  const [message] = shown
  if (!message) throw new Error('a mail without a message')
  return { kind: 'single', texts, entry: toEntry(message, texts, maxCharacters) }
}

/** @param listed number of messages to list; the rest is counted */
export function selectList(mail: Rendered, { listed, hasFacts }: { listed: number; hasFacts: boolean }): MailContent {
  const { title, intro, shown, texts } = selectMessages(mail)
  const { format } = texts
  const next = shown[listed]
  const rest = next
    ? [
        texts.mail.listedFirst({
          listed: format.count(listed),
          more: format.count(shown.length - listed),
          day: format.day(next.dueOn),
        }),
      ]
    : []
  const entries = shown.slice(0, listed).map((message) => toListedEntry(message, texts))
  return {
    kind: 'list',
    texts,
    title,
    intro: [...intro, ...rest].map(toOneLine),
    sections: splitIntoSections(mail, entries),
    hasFacts,
    isAnswerable: entries.some(({ id }) => id !== undefined),
  }
}
