import { ADVICE_FACT, type MessageCommand } from '../channel.ts'
import { ANSWER_LABEL, FOOTER, LIST_COMMANDS, type MailContent, type MailEntry, type MailSection } from './mailContent.ts'

const joinBlocks = (blocks: readonly (readonly string[])[]): string =>
  blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')

const toFactLines = ({ facts }: MailEntry): string[] => facts.map(({ name, value }) => `${name}: ${value}`)
const toAdviceLines = ({ advice }: MailEntry): string[] => (advice === undefined ? [] : [`${ADVICE_FACT}: ${advice}`])
const toStatusLines = ({ status }: MailEntry): string[] => (status ? [`${status.text}.`] : [])
const toCommandLines = (commands: readonly MessageCommand[]): string[] => commands.flatMap(({ purpose, command }) => [`${purpose}:`, `  ${command}`])

const toAnswerLines = ({ answerUrl }: MailEntry): string[] => (answerUrl === undefined ? [] : [`${ANSWER_LABEL}: ${answerUrl}`])

const renderSingle = (entry: MailEntry): string =>
  joinBlocks([[entry.title], toStatusLines(entry), toFactLines(entry), toAdviceLines(entry), toAnswerLines(entry), toCommandLines(entry.commands)])

const toIdLines = ({ id }: MailEntry): string[] => (id === undefined ? [] : [`Id: ${id}`])

/** The advice is for those alone that cannot be answered; others have the commands below the list. */
const toListedLines = (entry: MailEntry): string[] => [
  ...toStatusLines(entry),
  ...toFactLines(entry),
  ...(entry.id === undefined ? toAdviceLines(entry) : []),
  ...toAnswerLines(entry),
  ...toIdLines(entry),
]

function renderSection({ title, entries }: MailSection, hasFacts: boolean): string[] {
  const blocks = hasFacts
    ? entries.map((entry) => joinBlocks([[entry.title], toListedLines(entry)]))
    : [entries.flatMap((entry) => [entry.title, ...toAnswerLines(entry), ...toIdLines(entry)]).join('\n')]
  const [first = '', ...others] = blocks
  return title === undefined ? blocks : [`${title.toUpperCase()}\n\n${first}`, ...others]
}

/** The part of a mail in plain text. */
export function renderText(content: MailContent): string {
  if (content.kind === 'single') return `${renderSingle(content.entry)}\n\n-- \n${FOOTER}\n`
  const { intro, sections, hasFacts, isAnswerable } = content
  const parts = [...(intro.length > 0 ? [intro.join('\n')] : []), ...sections.flatMap((section) => renderSection(section, hasFacts))]
  const commands = isAnswerable ? `\n\n====\n\n${toCommandLines(LIST_COMMANDS).join('\n')}` : ''
  return `${parts.join('\n\n----\n\n')}${commands}\n\n-- \n${FOOTER}\n`
}
