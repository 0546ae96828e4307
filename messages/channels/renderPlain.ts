import type { Texts } from '../languages/texts.ts'
import type { Message, MessageCommand } from './channel.ts'
import {
  cutText,
  findShortId,
  fits,
  listCommands,
  selectLinks,
  selectMessages,
  splitIntoSections,
  utf16Limit,
  type Rendered,
  type Section,
  type SizeLimit,
} from './content.ts'
import { escapeMentions, toOneLine } from './text.ts'

interface Entry {
  title: string
  /** `Name: value`. */
  facts: readonly string[]
  /** Short id for an answer. A single message has it in its commands. */
  id: string | undefined
}

/** Content of a delivery in plain text. Each text is on one line. */
interface Content {
  title: string
  /** Sentences about all messages; empty for a single one. */
  intro: readonly string[]
  /** Messages to list, by date. */
  sections: readonly Section<Entry>[]
  /** Lines with commands for an answer; empty if there are links. */
  commands: readonly string[]
  isSingle: boolean
  texts: Texts
}

const toLine = (text: string): string => escapeMentions(toOneLine(text))

const toEntry = (message: Message, { colon }: Texts): Entry => ({
  title: toLine(message.title),
  facts: message.facts.map(({ name, value }) => `${toLine(name)}${colon} ${toLine(value)}`),
  id: findShortId(message),
})

function selectCommands(delivery: Rendered, shown: readonly Message[], texts: Texts): readonly MessageCommand[] {
  if (delivery.summary) return shown.some(({ commands = [] }) => commands.length > 0) ? listCommands(texts) : []
  return selectLinks(delivery).length > 0 ? [] : (shown[0]?.commands ?? [])
}

function selectContent(delivery: Rendered): Content {
  const { title, intro, shown, texts } = selectMessages(delivery)
  const entries = shown.map((message) => toEntry(message, texts))
  return {
    title: toLine(title),
    intro: intro.map(toLine),
    sections: splitIntoSections(delivery, entries),
    commands: selectCommands(delivery, shown, texts).flatMap(({ purpose, command }) => [
      `${purpose}${texts.colon}`,
      `  ${command}`,
    ]),
    isSingle: delivery.summary === undefined,
    texts,
  }
}

/** Maximum length of a line in a shortened text, so that one long value does not hide the others. */
const LINE_CHARACTERS = 300

const joinParts = (parts: readonly (readonly string[])[]): string =>
  parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')

const toHeading = ({ title }: Section<unknown>): string[] => (title === undefined ? [] : [title.toUpperCase()])

/** Shortens a title and keeps the id whole. */
function toTitleLine({ title, id }: Entry, maxCharacters: number): string {
  const ending = id === undefined ? '' : ` [${id}]`
  return `${cutText(title, utf16Limit(maxCharacters - ending.length))}${ending}`
}

/** Lists the lines of a shortened text: one per message, or one per fact of a single message. */
const toLines = ({ sections, isSingle }: Content): Section<string>[] =>
  sections.map(({ title, entries }) => ({
    title,
    entries: isSingle
      ? entries.flatMap(({ facts }) => facts.map((fact) => cutText(fact, utf16Limit(LINE_CHARACTERS))))
      : entries.map((entry) => toTitleLine(entry, LINE_CHARACTERS)),
  }))

/** Takes as many whole lines as fit, then counts the rest. Headings do not count. */
function cutLines({ intro, texts }: Content, sections: readonly Section<string>[], limit: SizeLimit): string {
  const total = sections.reduce((sum, { entries }) => sum + entries.length, 0)
  const join = (count: number): string => {
    const parts: string[][] = []
    let left = count
    for (const section of sections) {
      const listed = section.entries.slice(0, left)
      if (listed.length > 0) parts.push([...toHeading(section), ...listed])
      left -= listed.length
    }
    const last = parts.pop() ?? []
    const more = count < total ? [texts.more(texts.format.count(total - count))] : []
    return joinParts([intro, ...parts, [...last, ...more]])
  }
  let count = 0
  while (count < total && fits(join(count + 1), limit)) count += 1
  return cutText(join(count), limit)
}

/** Renders all facts if they fit; otherwise one line per message, or per fact of a single message. */
function renderTexts(content: Content, limit: SizeLimit): string {
  const { intro, sections, isSingle } = content
  const toBlock = (entry: Entry): readonly string[] =>
    isSingle ? entry.facts : [toTitleLine(entry, Infinity), ...entry.facts]
  const everything = joinParts([
    intro,
    ...sections.flatMap((section) => [toHeading(section), ...section.entries.map(toBlock)]),
  ])
  return fits(everything, limit) ? everything : cutLines(content, toLines(content), limit)
}

/** Renders texts and commands. It omits the commands if they would take more than half of the room. */
function renderBody(content: Content, limit: SizeLimit): string {
  const commands = content.commands.join('\n')
  const size = limit.sizeOf(`\n\n${commands}`)
  if (commands === '' || size > limit.max / 2) return renderTexts(content, limit)
  const text = renderTexts(content, { ...limit, max: limit.max - size })
  return text === '' ? commands : `${text}\n\n${commands}`
}

/** Renders a delivery as plain text. It counts what does not fit: `and N more`. */
export function renderPlain(
  delivery: Rendered,
  limits: { title: SizeLimit; body: SizeLimit },
): { title: string; body: string } {
  const content = selectContent(delivery)
  return { title: cutText(content.title, limits.title), body: renderBody(content, limits.body) }
}
