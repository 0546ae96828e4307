import { selectMessages, type Rendered as Mail } from '../content.ts'
import { countListed, selectList, selectSingle, type MailContent } from './mailContent.ts'
import { renderHtml } from './renderHtml.ts'
import { renderText } from './renderText.ts'

export interface MailText {
  subject: string
  text: string
  html: string
}

const MAX_SUBJECT_CHARACTERS = 200
/** Gmail cuts a mail at 102 kB and hides the rest behind a link. */
const MAX_HTML_BYTES = 100_000

function truncateText(text: string, max: number): string {
  const codePoints = Array.from(text)
  return codePoints.length <= max ? text : `${codePoints.slice(0, max - 1).join('')}…`
}

interface Rendered {
  content: MailContent
  html: string
}

const render = (subject: string, content: MailContent): Rendered => ({ content, html: renderHtml(subject, content) })
const fits = ({ html }: Rendered): boolean => Buffer.byteLength(html) <= MAX_HTML_BYTES

/** Limit of a fact in a mail with one message. Texts of records are shorter; those of a problem may be longer. */
const MAX_VALUE_CHARACTERS = 2000
/** Limits to try if the mail is too long. The last one always fits. */
const SHORTER_VALUES = [300, 100]

/** Renders all facts if they fit; otherwise one line per message, for as many as fit. */
function renderList(mail: Mail, subject: string): Rendered {
  const listed = countListed(mail)
  const everything = render(subject, selectList(mail, { listed, hasFacts: true }))
  if (fits(everything)) return everything
  const renderTitles = (count: number): Rendered =>
    render(subject, selectList(mail, { listed: count, hasFacts: false }))
  let [fitting, tooMany] = [0, listed + 1]
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1
    if (fits(renderTitles(middle))) fitting = middle
    else tooMany = middle
  }
  return renderTitles(fitting)
}

function renderSingle(mail: Mail, subject: string): Rendered {
  let rendered = render(subject, selectSingle(mail, MAX_VALUE_CHARACTERS))
  for (const maxCharacters of SHORTER_VALUES)
    if (!fits(rendered)) rendered = render(subject, selectSingle(mail, maxCharacters))
  return rendered
}

/**
 * Renders a mail. User text becomes one line of plain text, so that it cannot add headers, markup or a change of
 * direction.
 */
export function renderMail(mail: Mail): MailText {
  const subject = truncateText(selectMessages(mail).title, MAX_SUBJECT_CHARACTERS)
  const { content, html } = mail.summary ? renderList(mail, subject) : renderSingle(mail, subject)
  return { subject, text: renderText(content), html }
}
