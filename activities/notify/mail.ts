import { summarize } from './summary.ts'
import type { Notification } from './types.ts'

/** A reminder, or a message that tries the way of one. */
export type Message = Omit<Notification, 'kind'> & { kind: string }

/** What goes to one recipient at once: one reminder, or many that came due together. */
export interface Mail {
  /** RFC 5322 section 3.6.4, with the angle brackets. The same when it is sent again. */
  id: string
  to: string
  atMs: number
  reminders: readonly Message[]
}

/** A mail as people read it. */
export interface MailText {
  subject: string
  text: string
  html: string
}

const MAX_SUBJECT = 200
// C0, C1, line and paragraph separators; and what turns the direction of all text after it.
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A text on one line, without what could break a header or turn the text around it. */
export const oneLine = (text: string): string => text.toWellFormed().replace(BREAKS, ' ').replace(TURNS, '').trim()

function cut(text: string, max: number): string {
  const points = Array.from(text)
  return points.length <= max ? text : `${points.slice(0, max - 1).join('')}…`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => oneLine(text).replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? '')

const FOOTER = 'You get this because your studio’s equipment records (Kitroom) are set up to remind you. Who looks after them can change that.'

function toText({ title, facts }: Message): string {
  const lines = facts.map(({ name, value }) => `${oneLine(name)}: ${oneLine(value)}`)
  return [oneLine(title), '', ...lines].join('\n')
}

function toHtml({ title, facts }: Message): string {
  const cell = (tag: string, text: string): string =>
    `<${tag} dir="auto" style="text-align:start;padding:2px 12px 2px 0">${escapeHtml(text)}</${tag}>`
  const rows = facts.map(({ name, value }) => `<tr>${cell('th', name)}${cell('td', value)}</tr>`)
  return `<h2 dir="auto" style="font-size:1.1em">${escapeHtml(title)}</h2>\n<table>${rows.join('\n')}</table>`
}

/** A mail of one reminder is that reminder; one of several begins with an overview and has them by date. */
function bodyOf(mail: Pick<Mail, 'reminders' | 'atMs'>): { subject: string; intro: string[]; shown: readonly Message[] } {
  const [first] = mail.reminders
  if (mail.reminders.length === 1 && first) return { subject: oneLine(first.title), intro: [], shown: [first] }
  const { lines, shown } = summarize(mail.reminders, new Date(mail.atMs).toISOString().slice(0, 10))
  return { subject: `${mail.reminders.length} reminders of your studio`, intro: lines, shown }
}

/** Renders a mail. Every text of users is one line of plain text in it: no header, no markup and no direction can be made of it. */
export function renderMail(mail: Pick<Mail, 'reminders' | 'atMs'>): MailText {
  const { subject, intro, shown } = bodyOf(mail)
  const overview = intro.map((line) => `<p>${escapeHtml(line)}</p>`)
  const parts = [...(overview.length > 0 ? [overview.join('\n')] : []), ...shown.map(toHtml)]
  const body = `${parts.join('\n<hr>\n')}\n<p style="color:#666">${escapeHtml(FOOTER)}</p>`
  const texts = [...(intro.length > 0 ? [intro.join('\n')] : []), ...shown.map(toText)]
  return {
    subject: cut(subject || 'Reminder', MAX_SUBJECT),
    text: `${texts.join('\n\n----\n\n')}\n\n-- \n${FOOTER}\n`,
    html: `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>\n<body style="font-family:sans-serif">\n${body}\n</body>\n</html>\n`,
  }
}
