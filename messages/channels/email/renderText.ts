import type { Texts } from '../../languages/texts.ts'
import type { MessageCommand } from '../channel.ts'
import { listCommands } from '../content.ts'
import type { MailContent, MailEntry, MailSection } from './mailContent.ts'

const joinBlocks = (blocks: readonly (readonly string[])[]): string =>
  blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')

const toFactLines = ({ facts }: MailEntry, { colon }: Texts): string[] =>
  facts.map(({ name, value }) => `${name}${colon} ${value}`)
const toAdviceLines = ({ advice }: MailEntry, { facts, colon }: Texts): string[] =>
  advice === undefined ? [] : [`${facts.whatToDo}${colon} ${advice}`]
const toStatusLines = ({ status }: MailEntry): string[] => (status ? [`${status.text}.`] : [])
const toCommandLines = (commands: readonly MessageCommand[], { colon }: Texts): string[] =>
  commands.flatMap(({ purpose, command }) => [`${purpose}${colon}`, `  ${command}`])

const toLinkLines = ({ links }: MailEntry, { colon }: Texts): string[] =>
  links.map(({ label, url }) => `${label}${colon} ${url}`)

const toDetailLines = ({ details }: MailEntry): string[] =>
  details === undefined ? [] : [details.title, ...details.lines.map((line) => `- ${line}`)]

const renderSingle = (entry: MailEntry, texts: Texts): string =>
  joinBlocks([
    [entry.title],
    toStatusLines(entry),
    toFactLines(entry, texts),
    toAdviceLines(entry, texts),
    toLinkLines(entry, texts),
    toCommandLines(entry.commands, texts),
    toDetailLines(entry),
  ])

const toIdLines = ({ id }: MailEntry, { mail, colon }: Texts): string[] =>
  id === undefined ? [] : [`${mail.id}${colon} ${id}`]

/**
 * Renders the lines of a listed entry. The advice is only in entries without an answer; others have a link, or the
 * commands below the list.
 */
const toListedLines = (entry: MailEntry, texts: Texts): string[] => [
  ...toStatusLines(entry),
  ...toFactLines(entry, texts),
  ...(entry.isAnswerable ? [] : toAdviceLines(entry, texts)),
  ...toLinkLines(entry, texts),
  ...toIdLines(entry, texts),
]

function renderSection({ title, entries }: MailSection, hasFacts: boolean, texts: Texts): string[] {
  const blocks = hasFacts
    ? entries.map((entry) => joinBlocks([[entry.title], toListedLines(entry, texts)]))
    : [entries.flatMap((entry) => [entry.title, ...toLinkLines(entry, texts), ...toIdLines(entry, texts)]).join('\n')]
  const [first = '', ...others] = blocks
  return title === undefined ? blocks : [`${title.toUpperCase()}\n\n${first}`, ...others]
}

/** Renders the plain text part of a mail. */
export function renderText(content: MailContent): string {
  const { texts } = content
  const footer = `-- \n${texts.mail.footer}\n`
  if (content.kind === 'single') return `${renderSingle(content.entry, texts)}\n\n${footer}`
  const { intro, sections, hasFacts, isAnswerable } = content
  const parts = [
    ...(intro.length > 0 ? [intro.join('\n')] : []),
    ...sections.flatMap((section) => renderSection(section, hasFacts, texts)),
  ]
  const commands = isAnswerable ? `\n\n====\n\n${toCommandLines(listCommands(texts), texts).join('\n')}` : ''
  return `${parts.join('\n\n----\n\n')}${commands}\n\n${footer}`
}
