import { getTexts, type Texts } from '../languages/texts.ts'
import type { Delivery, Message, MessageLink } from './channel.ts'
import { toOneLine } from './text.ts'

/** What a delivery says, the same by every channel. Texts are on one line. */
interface Content {
  title: string
  /** Sentences about all messages; none for a single one. */
  intro: readonly string[]
  /** Messages to list, by date. */
  entries: readonly Entry[]
  texts: Texts
}

/** What is rendered of a delivery. */
export type Rendered = Pick<Delivery, 'reminders' | 'summary' | 'language'>

interface Entry {
  title: string
  /** `Name: value`. */
  facts: readonly string[]
}

/** Largest size of a text, as the receiver measures it. Sizes grow with the text. */
export interface SizeLimit {
  max: number
  sizeOf: (text: string) => number
}

/** Length in UTF-16 code units, never less than the number of characters. */
export const utf16Limit = (max: number): SizeLimit => ({ max, sizeOf: (text) => text.length })

const toEntry = ({ title, facts }: Message, { colon }: Texts): Entry => ({
  title: toOneLine(title),
  facts: facts.map(({ name, value }) => `${toOneLine(name)}${colon} ${toOneLine(value)}`),
})

/** Title and messages of a delivery. Several messages have the title and the sentences of their summary. */
export function selectMessages({ reminders, summary, language }: Rendered): {
  title: string
  intro: readonly string[]
  shown: readonly Message[]
  texts: Texts
} {
  const texts = getTexts(language)
  const { title = '' } = reminders[0] ?? {}
  if (!summary) return { title: toOneLine(title) || texts.reminder, intro: [], shown: reminders, texts }
  return { title: texts.countReminders(texts.format.count(reminders.length)), intro: summary.lines, shown: summary.shown, texts }
}

/** Links of a delivery with one message. Several have none: each belongs to one of them. */
export const selectLinks = ({ reminders: [first], summary }: Pick<Delivery, 'reminders' | 'summary'>): readonly MessageLink[] =>
  summary ? [] : (first?.links ?? [])

function selectContent(delivery: Rendered): Content {
  const { title, intro, shown, texts } = selectMessages(delivery)
  return { title, intro: intro.map(toOneLine), entries: shown.map((message) => toEntry(message, texts)), texts }
}

const fits = (text: string, { max, sizeOf }: SizeLimit): boolean => sizeOf(text) <= max

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a text after a whole character as people see it, and marks the cut with `…`. */
export function cutText(text: string, limit: SizeLimit): string {
  if (fits(text, limit)) return text
  const ends = Array.from(graphemes.segment(text.slice(0, limit.max + 1)), ({ index }) => index)
  let [kept, tooMany] = [0, ends.length]
  while (tooMany - kept > 1) {
    const middle = (kept + tooMany) >> 1
    if (fits(`${text.slice(0, ends[middle])}…`, limit)) kept = middle
    else tooMany = middle
  }
  return `${text.slice(0, ends[kept])}…`
}

/** Longest line of a text that is cut, so that one long value does not hide the others. */
const LINE_LIMIT = utf16Limit(300)

const joinParts = (parts: readonly (readonly string[])[]): string =>
  parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')

/** As many whole lines as fit, then how many more there are. */
function cutLines({ intro, texts }: Content, lines: readonly string[], limit: SizeLimit): string {
  const join = (count: number): string => {
    const more = count < lines.length ? [texts.more(texts.format.count(lines.length - count))] : []
    return joinParts([intro, [...lines.slice(0, count), ...more]])
  }
  let count = 0
  while (count < lines.length && fits(join(count + 1), limit)) count += 1
  return cutText(join(count), limit)
}

/** Texts with all facts if they fit; else one line for each message, or each fact of a single one. */
function renderBody(content: Content, limit: SizeLimit): string {
  const { intro, entries } = content
  const [first] = entries
  const isSingle = intro.length === 0 && entries.length === 1
  const blocks = isSingle ? [first?.facts ?? []] : entries.map(({ title, facts }) => [title, ...facts])
  const everything = joinParts([intro, ...blocks])
  if (fits(everything, limit)) return everything
  const lines = isSingle ? (first?.facts ?? []) : entries.map(({ title }) => title)
  return cutLines(
    content,
    lines.map((line) => cutText(line, LINE_LIMIT)),
    limit,
  )
}

/** A delivery as plain text. What does not fit is counted: `and N more`. */
export function renderPlain(delivery: Rendered, limits: { title: SizeLimit; body: SizeLimit }): { title: string; body: string } {
  const content = selectContent(delivery)
  return { title: cutText(content.title, limits.title), body: renderBody(content, limits.body) }
}
