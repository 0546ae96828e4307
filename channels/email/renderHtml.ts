import type { MessageCommand } from '../channel.ts'
import { BREAK_WORDS, escapeHtml, MONO_FONT, renderPage, styleOfTone } from './layout.ts'
import { ANSWER_LABEL, FOOTER, LIST_COMMANDS, type MailContent, type MailEntry, type MailFact, type MailSection } from './mailContent.ts'

/** A text of users in an element of its own, so that its direction affects nothing else. */
const isolate = (text: string): string => `<span dir="auto">${escapeHtml(text)}</span>`

const renderHeading = (title: string): string =>
  `<h1 dir="auto" style="margin:0 0 12px;font-size:22px;line-height:28px;font-weight:bold;text-align:left">${escapeHtml(title)}</h1>`

const renderStatus = ({ status }: MailEntry): string[] =>
  status ? [`<p style="margin:0 0 16px"><span ${styleOfTone(status.tone)}>${escapeHtml(status.text)}</span></p>`] : []

const LINE = 'border-bottom:1px solid #dfe3e8'

const renderFact = ({ name, value }: MailFact): string =>
  `<tr><th class="quiet line" scope="row" align="left" valign="top" dir="auto" style="width:34%;padding:7px 12px 7px 0;${LINE};color:#57606a;font-weight:normal;text-align:left">${escapeHtml(name)}</th>` +
  `<td class="line" valign="top" dir="auto" style="padding:7px 0;${LINE};text-align:left;${BREAK_WORDS}">${escapeHtml(value)}</td></tr>`

const renderFacts = ({ facts }: MailEntry): string[] =>
  facts.length === 0
    ? []
    : [
        `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;font-size:15px;line-height:22px">\n${facts.map(renderFact).join('\n')}\n</table>`,
      ]

const renderAdvice = ({ advice }: MailEntry): string[] =>
  advice === undefined ? [] : [`<p dir="auto" style="margin:0 0 20px">${escapeHtml(advice)}</p>`]

const renderLink = ({ answerUrl }: MailEntry): string[] =>
  answerUrl === undefined ? [] : [`<a class="link" href="${escapeHtml(answerUrl)}" style="color:#0b57d0">${ANSWER_LABEL}</a>`]

const renderCommand = ({ purpose, command }: MessageCommand): string =>
  `<p style="margin:0 0 12px;font-size:14px;line-height:20px"><span class="quiet" style="color:#57606a">${escapeHtml(purpose)}:</span><br>` +
  `<code class="code" dir="ltr" style="${MONO_FONT};font-size:13px;background-color:#f1f3f5;padding:2px 6px;${BREAK_WORDS}">${escapeHtml(command)}</code></p>`

const renderSingle = (entry: MailEntry): string[] => [
  ...renderStatus(entry),
  renderHeading(entry.title),
  ...renderFacts(entry),
  ...renderAdvice(entry),
  ...renderLink(entry).map((link) => `<p style="margin:0 0 20px;font-weight:bold">${link}</p>`),
  ...entry.commands.map(renderCommand),
]

const renderId = ({ id }: MailEntry): string[] => (id === undefined ? [] : [`Id: ${escapeHtml(id)}`])
const renderListedFact = ({ name, value }: MailFact): string => `${isolate(`${name}:`)} ${isolate(value)}`

function renderListed(entry: MailEntry, hasFacts: boolean): string {
  if (!hasFacts) return `<p style="margin:0 0 8px">${[isolate(entry.title), ...renderLink(entry), ...renderId(entry)].join('<br>')}</p>`
  const advice = entry.id === undefined && entry.advice !== undefined ? [isolate(entry.advice)] : []
  const status = entry.status ? [`<span ${styleOfTone(entry.status.tone)}>${escapeHtml(entry.status.text)}</span>`] : []
  const facts = entry.facts.length > 0 ? [entry.facts.map(renderListedFact).join(' · ')] : []
  const details = [...facts, ...advice, ...renderLink(entry), ...renderId(entry)].join('<br>')
  return (
    `<p style="margin:12px 0 4px"><b dir="auto">${escapeHtml(entry.title)}</b>${status.map((html) => `<br>${html}`).join('')}</p>\n` +
    `<p class="quiet line" style="margin:0;padding:0 0 12px;${LINE};color:#57606a;font-size:14px;line-height:21px">${details}</p>`
  )
}

const renderSection = ({ title, entries }: MailSection, hasFacts: boolean): string[] => [
  ...(title === undefined ? [] : [`<h2 style="margin:20px 0 4px;font-size:17px;line-height:24px">${escapeHtml(title)}</h2>`]),
  ...entries.map((entry) => renderListed(entry, hasFacts)),
]

function renderList({ title, intro, sections, hasFacts, isAnswerable }: Extract<MailContent, { kind: 'list' }>): string[] {
  const overview = intro.map((line) => `<p dir="auto" style="margin:0 0 8px">${escapeHtml(line)}</p>`)
  const commands = isAnswerable ? [`<div style="margin:16px 0 0">${LIST_COMMANDS.map(renderCommand).join('\n')}</div>`] : []
  return [renderHeading(title), ...overview, ...sections.flatMap((section) => renderSection(section, hasFacts)), ...commands]
}

/** The part of a mail in HTML. */
export function renderHtml(subject: string, content: MailContent): string {
  const footer = `<p class="quiet" style="margin:20px 0 0;color:#57606a;font-size:13px;line-height:18px">${escapeHtml(FOOTER)}</p>`
  const parts = content.kind === 'single' ? renderSingle(content.entry) : renderList(content)
  return renderPage(subject, [...parts, footer].join('\n'))
}
