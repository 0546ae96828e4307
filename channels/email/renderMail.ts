import type { Delivery, Message } from '../channel.ts'
import { selectMessages } from '../content.ts'
import { toOneLine } from '../text.ts'

export interface MailText {
  subject: string
  text: string
  html: string
}

type Content = Pick<Delivery, 'reminders' | 'summary'>

const MAX_SUBJECT_CHARACTERS = 200
const MAX_LISTED = 500

function truncateText(text: string, max: number): string {
  const codePoints = Array.from(text)
  return codePoints.length <= max ? text : `${codePoints.slice(0, max - 1).join('')}…`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => toOneLine(text).replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? '')

const FOOTER = 'You get this because your studio’s equipment records (Kitroom) are set up to remind you. Who looks after them can change that.'

function toText({ title, facts, answerUrl }: Message): string {
  const lines = facts.map(({ name, value }) => `${toOneLine(name)}: ${toOneLine(value)}`)
  return [toOneLine(title), '', ...lines, ...(answerUrl === undefined ? [] : [`Acknowledge or postpone: ${answerUrl}`])].join('\n')
}

function toHtml({ title, facts, answerUrl }: Message): string {
  const cell = (tag: string, text: string): string =>
    `<${tag} dir="auto" style="text-align:start;padding:2px 12px 2px 0">${escapeHtml(text)}</${tag}>`
  const rows = facts.map(({ name, value }) => `<tr>${cell('th', name)}${cell('td', value)}</tr>`)
  const answer = answerUrl === undefined ? '' : `\n<p><a href="${escapeHtml(answerUrl)}">Acknowledge or postpone</a></p>`
  return `<h2 dir="auto" style="font-size:1.1em">${escapeHtml(title)}</h2>\n<table>${rows.join('\n')}</table>${answer}`
}

/** The first messages, and a sentence about the rest. */
function selectListed(mail: Content): ReturnType<typeof selectMessages> {
  const { title, intro, shown } = selectMessages(mail)
  const omitted = shown.slice(MAX_LISTED)
  const [next] = omitted
  if (!next) return { title, intro, shown }
  const rest = `This mail lists the first ${MAX_LISTED}. ${omitted.length} more follow, from ${next.dueOn} on.`
  return { title, intro: [...intro, rest], shown: shown.slice(0, MAX_LISTED) }
}

/** Renders a mail. User text becomes one line of plain text, so that it cannot add headers, markup or a change of direction. */
export function renderMail(mail: Content): MailText {
  const { title: subject, intro, shown } = selectListed(mail)
  const overview = intro.map((line) => `<p>${escapeHtml(line)}</p>`)
  const parts = [...(overview.length > 0 ? [overview.join('\n')] : []), ...shown.map(toHtml)]
  const body = `${parts.join('\n<hr>\n')}\n<p style="color:#666">${escapeHtml(FOOTER)}</p>`
  const texts = [...(intro.length > 0 ? [intro.join('\n')] : []), ...shown.map(toText)]
  return {
    subject: truncateText(subject, MAX_SUBJECT_CHARACTERS),
    text: `${texts.join('\n\n----\n\n')}\n\n-- \n${FOOTER}\n`,
    html: `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>\n<body style="font-family:sans-serif">\n${body}\n</body>\n</html>\n`,
  }
}
