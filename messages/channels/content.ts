import { toShortId } from '../../contract/control/reminderAnswers.ts'
import { getTexts, type Texts } from '../languages/texts.ts'
import type { Delivery, Message, MessageCommand, MessageLink } from './channel.ts'
import { toOneLine } from './text.ts'

/** What is rendered of a delivery. */
export type Rendered = Pick<Delivery, 'reminders' | 'summary' | 'language'>

/** Largest size of a text, as the receiver measures it. Sizes grow with the text. */
export interface SizeLimit {
  max: number
  sizeOf: (text: string) => number
}

/** Length in UTF-16 code units, never less than the number of characters. */
export const utf16Limit = (max: number): SizeLimit => ({ max, sizeOf: (text) => text.length })

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
  return {
    title: texts.countReminders(texts.format.count(reminders.length)),
    intro: summary.lines,
    shown: summary.shown,
    texts,
  }
}

/** Links of a delivery with one message. Several have none: each belongs to one of them. */
export const selectLinks = ({
  reminders: [first],
  summary,
}: Pick<Delivery, 'reminders' | 'summary'>): readonly MessageLink[] => (summary ? [] : (first?.links ?? []))

/** Consecutive messages under one heading; without one outside of a digest. */
export interface Section<Entry> {
  title: string | undefined
  entries: readonly Entry[]
}

/** Splits the first messages of a delivery as its digest does. */
export function splitIntoSections<Entry>({ summary }: Rendered, entries: readonly Entry[]): Section<Entry>[] {
  if (!summary?.sections) return [{ title: undefined, entries }]
  const sections: Section<Entry>[] = []
  let from = 0
  for (const { title, count } of summary.sections) {
    const ofSection = entries.slice(from, from + count)
    if (ofSection.length > 0) sections.push({ title, entries: ofSection })
    from += count
  }
  return sections
}

/** Short id with which people answer a message by the command line; undefined where nobody answers it. */
export const findShortId = ({ subject, commands = [] }: Message): string | undefined =>
  commands.length > 0 ? toOneLine(toShortId(subject)) : undefined

/** How to answer a message of a list. */
export const listCommands = ({ commands }: Texts): MessageCommand[] => [
  { purpose: commands.acknowledgeOne, command: 'kitroom reminders ack <id>' },
  { purpose: commands.postponeOne, command: 'kitroom reminders snooze <id> --for 7d' },
]

export const fits = (text: string, { max, sizeOf }: SizeLimit): boolean => sizeOf(text) <= max

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
