import type { Texts } from '../../languages/texts.ts'
import type { MessageCommand, MessageLink } from '../channel.ts'
import { escapeHtml } from '../html.ts'
import { BREAK_WORDS, escapeValue, INK, MONO_FONT, QUIET, renderPage, styleOfTone } from './layout.ts'
import { listCommands } from '../content.ts'
import type { MailContent, MailEntry, MailFact, MailSection } from './mailContent.ts'

/** Puts a user's text into a separate element, so that its direction affects nothing else. */
const isolate = (text: string): string => `<span dir="auto">${escapeHtml(text)}</span>`
/** Renders a sentence of ours from left to right, even if it begins with a Hebrew name. */
const isolateSentence = (text: string): string => `<span dir="ltr">${escapeHtml(text)}</span>`

const renderHeading = (title: string): string =>
  `<h1 dir="ltr" style="margin:0 0 12px;font-size:22px;line-height:28px;font-weight:bold;text-align:left">${escapeValue(title)}</h1>`

const renderStatus = ({ status }: MailEntry): string[] =>
  status ? [`<p style="margin:0 0 16px"><span ${styleOfTone(status.tone)}>${escapeHtml(status.text)}</span></p>`] : []

const CODE_STYLE = `${MONO_FONT};font-size:13px;background-color:#f1f3f5;padding:2px 6px;border-radius:4px;${BREAK_WORDS}`
const renderCode = (command: string): string =>
  `<code class="code" dir="ltr" style="${CODE_STYLE}">${escapeHtml(command)}</code>`

/** True for a command. Facts of problems name commands. */
const isCommand = (value: string): boolean => value.startsWith('npm run kitroom -- ')

const LINE = 'border-bottom:1px solid #dfe3e8'
const FACT_SIZE = 'font-size:15px;line-height:22px'

const renderFact = ({ name, value }: MailFact): string =>
  `<tr><th class="quiet line" scope="row" align="left" valign="top" dir="auto" style="width:38%;padding:7px 12px 7px 0;${LINE};${QUIET};${FACT_SIZE};font-weight:normal;text-align:left">${escapeHtml(name)}</th>` +
  `<td class="ink line" valign="top" dir="auto" style="padding:7px 0;${LINE};${INK};${FACT_SIZE};text-align:left;${BREAK_WORDS}">${isCommand(value) ? renderCode(value) : escapeValue(value)}</td></tr>`

const renderFacts = ({ facts }: MailEntry): string[] =>
  facts.length === 0
    ? []
    : [
        `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">\n${facts.map(renderFact).join('\n')}\n</table>`,
      ]

const renderAdvice = ({ advice }: MailEntry): string[] =>
  advice === undefined ? [] : [`<p dir="ltr" style="margin:0 0 20px">${escapeHtml(advice)}</p>`]

const renderLink = ({ label, url }: MessageLink): string =>
  `<a class="link" href="${escapeHtml(url)}" style="color:#0b57d0">${escapeHtml(label)}</a>`

/**
 * Renders a button. Its table cell has the colour and padding, because Outlook on Windows draws no padding of a link.
 */
const renderButton = ({ label, url }: MessageLink): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px">\n` +
  `<tr><td class="button" style="background-color:#0b57d0;color:#ffffff;border-radius:6px;padding:10px 18px;font-size:16px;line-height:24px;font-weight:bold">` +
  `<a class="onbutton" href="${escapeHtml(url)}" style="color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr>\n</table>`

/** Renders the page as a button, then the direct actions. Lines are far enough apart for a finger. */
function renderAnswers({ links: [page, ...others] }: MailEntry): string[] {
  if (!page) return []
  const more =
    others.length > 0
      ? [`<p style="margin:0 0 16px;font-size:16px;line-height:34px">${others.map(renderLink).join('<br>')}</p>`]
      : []
  return [renderButton(page), ...more]
}

const renderCommand = ({ purpose, command }: MessageCommand, { colon }: Texts): string =>
  `<p style="margin:0 0 12px;font-size:14px;line-height:20px"><span class="quiet" style="${QUIET}">${escapeHtml(purpose)}${colon}</span><br>` +
  `${renderCode(command)}</p>`

const renderDetails = ({ details }: MailEntry): string[] =>
  details === undefined
    ? []
    : [
        `<p dir="ltr" style="margin:16px 0 4px">${escapeHtml(details.title)}</p>`,
        `<ul style="margin:0 0 12px;padding:0 0 0 20px;font-size:14px;line-height:21px">\n${details.lines
          .map((line) => `<li dir="auto" style="${BREAK_WORDS}">${escapeHtml(line)}</li>`)
          .join('\n')}\n</ul>`,
      ]

const renderSingle = (entry: MailEntry, texts: Texts): string[] => [
  ...renderStatus(entry),
  renderHeading(entry.title),
  ...renderFacts(entry),
  ...renderAdvice(entry),
  ...renderAnswers(entry),
  ...entry.commands.map((command) => renderCommand(command, texts)),
  ...renderDetails(entry),
]

const renderId = ({ id }: MailEntry, { mail, colon }: Texts): string[] =>
  id === undefined ? [] : [`${mail.id}${colon} ${escapeHtml(id)}`]
const renderListedFact = ({ name, value }: MailFact, { colon }: Texts): string =>
  `${isolate(`${name}${colon}`)} <span dir="auto">${escapeValue(value)}</span>`

function renderListed(entry: MailEntry, hasFacts: boolean, texts: Texts): string {
  const answer = [...entry.links.map(renderLink), ...renderId(entry, texts)]
  if (!hasFacts) return `<p style="margin:0 0 8px">${[isolateSentence(entry.title), ...answer].join('<br>')}</p>`
  const advice = !entry.isAnswerable && entry.advice !== undefined ? [isolateSentence(entry.advice)] : []
  const status = entry.status ? [`<span ${styleOfTone(entry.status.tone)}>${escapeHtml(entry.status.text)}</span>`] : []
  const facts = entry.facts.length > 0 ? [entry.facts.map((fact) => renderListedFact(fact, texts)).join(' · ')] : []
  const details = [...facts, ...advice, ...answer].join('<br>')
  return (
    `<tr><td class="line" style="padding:12px 0;${LINE}">` +
    `<p class="ink" style="margin:0;${INK};font-size:16px;line-height:24px"><b dir="ltr">${escapeValue(entry.title)}</b>${status.map((html) => `<br>${html}`).join('')}</p>\n` +
    `<p class="quiet" style="margin:4px 0 0;${QUIET};font-size:14px;line-height:21px">${details}</p></td></tr>`
  )
}

/** Renders entries. Those with facts are table rows, because Word draws no padding and no line of a paragraph. */
const renderEntries = (entries: readonly MailEntry[], hasFacts: boolean, texts: Texts): string => {
  const rendered = entries.map((entry) => renderListed(entry, hasFacts, texts)).join('\n')
  return hasFacts
    ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">\n${rendered}\n</table>`
    : rendered
}

const renderSection = ({ title, entries }: MailSection, hasFacts: boolean, texts: Texts): string[] => [
  ...(title === undefined
    ? []
    : [`<h2 style="margin:20px 0 4px;font-size:17px;line-height:24px">${escapeHtml(title)}</h2>`]),
  renderEntries(entries, hasFacts, texts),
]

function renderList({
  texts,
  title,
  intro,
  sections,
  hasFacts,
  isAnswerable,
}: Extract<MailContent, { kind: 'list' }>): string[] {
  const overview = intro.map((line) => `<p dir="ltr" style="margin:0 0 8px">${escapeHtml(line)}</p>`)
  const commands = listCommands(texts).map((command) => renderCommand(command, texts))
  const answers = isAnswerable ? [`<div style="margin:16px 0 0">${commands.join('\n')}</div>`] : []
  return [
    renderHeading(title),
    ...overview,
    ...sections.flatMap((section) => renderSection(section, hasFacts, texts)),
    ...answers,
  ]
}

/** Renders the HTML part of a mail. */
export function renderHtml(subject: string, content: MailContent): string {
  const { texts } = content
  const footer = `<p class="quiet" style="margin:20px 0 0;${QUIET};font-size:13px;line-height:18px">${escapeHtml(texts.mail.footer)}</p>`
  const parts = content.kind === 'single' ? renderSingle(content.entry, texts) : renderList(content)
  return renderPage(subject, [...parts, footer].join('\n'), texts.language)
}
