import type { Delivery, MessageLink } from '../channel.ts'
import { cutText, selectLinks, utf16Limit, type SizeLimit } from '../content.ts'
import { renderPlain } from '../renderPlain.ts'

interface PlainText {
  type: 'plain_text'
  text: string
  emoji: false
}

/** Text with Slack's markup. It contains no text of users. */
interface Markup {
  type: 'mrkdwn'
  text: string
  verbatim: true
}

export interface SlackMessage {
  /** Text for notifications and screen readers. */
  text: string
  mrkdwn: false
  unfurl_links: false
  unfurl_media: false
  blocks: { type: 'header' | 'section'; text: PlainText | Markup }[]
}

// Limits of Block Kit: a header of 150 characters, sections of 3,000, 50 blocks.
const HEADER_LIMIT = utf16Limit(150)
const SECTION_CHARACTERS = 3000
/** Slack's limit for all blocks together is higher than this. Five sections suffice for it. */
const BODY_LIMIT = utf16Limit(12_000)

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes the three characters of Slack's markup. The result has no mention and no link. */
const escapeMarkup = (text: string): string => text.replace(/[&<>]/g, (mark) => ENTITIES[mark] ?? '')

const FALLBACK_LIMIT: SizeLimit = { max: 4000, sizeOf: (text) => escapeMarkup(text).length }

/** Creates plain text, which has no markup: mentions, links and emoji codes of users stay as typed. */
const toPlainText = (text: string): PlainText => ({ type: 'plain_text', text, emoji: false })

/** Renders a link. A button would need an app that answers Slack's request. */
const toMarkup = ({ url, label }: MessageLink): string => `<${escapeMarkup(url)}|${escapeMarkup(label)}>`

/** Puts as many links as fit into one section. */
function toLinkSections(links: readonly MessageLink[]): SlackMessage['blocks'] {
  const fitting: string[] = []
  for (const link of links.map(toMarkup))
    if ([...fitting, link].join(' · ').length <= SECTION_CHARACTERS) fitting.push(link)
  return fitting.length === 0
    ? []
    : [{ type: 'section', text: { type: 'mrkdwn', text: fitting.join(' · '), verbatim: true } }]
}

/** Splits a text at its line breaks into parts that fit into a section. */
function splitIntoSections(text: string): string[] {
  const sections: string[] = []
  for (const line of text.split('\n')) {
    const last = sections.at(-1)
    const shortLine = cutText(line, utf16Limit(SECTION_CHARACTERS))
    const joined = last === undefined ? shortLine : `${last}\n${shortLine}`
    if (last === undefined || joined.length > SECTION_CHARACTERS) sections.push(shortLine)
    else sections[sections.length - 1] = joined
  }
  // Indentation at the start stays, because a section may begin with a command.
  return sections.map((section) => section.replaceAll(/^\n+|\n+$/g, '')).filter((section) => section.trim() !== '')
}

export function renderSlack(delivery: Delivery): SlackMessage {
  const { title, body } = renderPlain(delivery, { title: HEADER_LIMIT, body: BODY_LIMIT })
  const room = { ...FALLBACK_LIMIT, max: FALLBACK_LIMIT.max - FALLBACK_LIMIT.sizeOf(title) - 1 }
  const fallback = renderPlain(delivery, { title: HEADER_LIMIT, body: room }).body
  return {
    text: escapeMarkup(`${title}\n${fallback}`.trim()),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: toPlainText(title) },
      ...splitIntoSections(body).map((text) => ({ type: 'section' as const, text: toPlainText(text) })),
      ...toLinkSections(selectLinks(delivery)),
    ],
  }
}
