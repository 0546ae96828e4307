import { toShortId } from '../../contract/control/reminderAnswers.ts'
import { getTexts, type Texts } from '../languages/texts.ts'
import type { Delivery, Message, MessageCommand, MessageLink } from './channel.ts'
import { toOneLine } from './text.ts'

/** Parts of a delivery that are rendered. */
export type Rendered = Pick<Delivery, 'reminders' | 'summary' | 'language'>

/** Maximum size of a text, in the receiver's unit. Sizes grow with the text. */
export interface SizeLimit {
  max: number
  sizeOf: (text: string) => number
}

/** Limits the length in UTF-16 code units, which is never less than the number of characters. */
export const utf16Limit = (max: number): SizeLimit => ({ max, sizeOf: (text) => text.length })

/** Selects title and messages of a delivery. Several messages have the title and the sentences of their summary. */
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

/**
 * Selects the links of a delivery with one message. With several messages there are none, because each link belongs to
 * one message.
 */
export const selectLinks = ({
  reminders: [first],
  summary,
}: Pick<Delivery, 'reminders' | 'summary'>): readonly MessageLink[] => (summary ? [] : (first?.links ?? []))

/** Consecutive messages under one heading. Only a digest has headings. */
export interface Section<Entry> {
  title: string | undefined
  entries: readonly Entry[]
}

/** Splits the first messages of a delivery into the sections of its digest. */
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

/**
 * Finds the short id with which people answer a message on the command line.
 * @returns undefined if the message has no answer
 */
export const findShortId = ({ subject, commands = [] }: Message): string | undefined =>
  commands.length > 0 ? toOneLine(toShortId(subject)) : undefined

/** Lists the commands that answer a message of a list. */
export const listCommands = ({ commands }: Texts): MessageCommand[] => [
  { purpose: commands.acknowledgeOne, command: 'kitroom reminders ack <id>' },
  { purpose: commands.postponeOne, command: 'kitroom reminders snooze <id> --for 7d' },
]

export const fits = (text: string, { max, sizeOf }: SizeLimit): boolean => sizeOf(text) <= max

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a text after a whole grapheme, and marks the cut with `…`. */
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
