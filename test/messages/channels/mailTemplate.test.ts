import { describe, expect, it } from 'vitest'
import type { Message, MessageLink } from '../../../messages/channels/channel.ts'
import { renderMail, type MailText } from '../../../messages/channels/email/renderMail.ts'
import { presentMessage } from '../../../activities/notify/presentMessage.ts'
import { summarizeReminders } from '../../../activities/notify/summarizeReminders.ts'
import { addDays } from '../../../platform/studioDay.ts'
import { notificationKinds } from '../../../activities/kinds.ts'

// What the template of all mails says. `mailClients.test.ts` has the rules of mail clients. Gmail cuts a mail at 102
// kB.

const TODAY = '2027-03-16'
const ID = '018f0000-0000-7000-8000-00005f0c7a1e'
const MAX_BYTES = 100_000

const messageOf = (change: Partial<Message> = {}): Message => ({
  kind: 'maintenance',
  subject: ID,
  dueOn: '2027-03-28',
  step: 14,
  title: 'Sensor cleaning of Canon EOS R5 (CAM-1) is due on 2027-03-28',
  facts: [
    { name: 'Item', value: 'Canon EOS R5' },
    { name: 'Serial number', value: '0123' },
    { name: 'Provider', value: 'Camera Service' },
    { name: 'Last services', value: '2026-09-28 Sensor cleaning, 80.00 EUR' },
    { name: 'What to do', value: 'Complete the record once the work is done.' },
  ],
  ...change,
})

const problem = messageOf({
  kind: 'problem',
  title: 'The sheet cannot be read',
  facts: [{ name: 'What to do', value: 'Share the sheet again.' }],
})

const render = (messages: readonly Message[], isDigest = false): MailText => {
  const reminders = messages.map((message) => presentMessage(notificationKinds, message, TODAY))
  return renderMail({
    reminders,
    ...(reminders.length > 1
      ? { summary: summarizeReminders(notificationKinds, reminders, { today: TODAY, isDigest }) }
      : {}),
  })
}

/** Long texts with every character that HTML escapes. */
const longMessages = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) =>
    messageOf({
      dueOn: addDays(TODAY, index),
      title: `Service ${index} of ${'"אב" & <b>'.repeat(20)}`,
      facts: [{ name: 'Item', value: 'x'.repeat(300) }],
    }),
  )

const UNESCAPE: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** The texts of a page, each element on a line. */
const textOf = (html: string): string =>
  html
    .replace(/^[\s\S]*<body/, '<body')
    .replaceAll(/<span style="white-space:nowrap">(.*?)<\/span>/g, '$1')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => UNESCAPE[name] ?? '')

const mails: readonly [string, MailText][] = [
  ['one reminder', render([messageOf()])],
  ['a problem', render([problem])],
  ['several reminders', render([messageOf(), messageOf({ kind: 'warranty', dueOn: '2027-03-10' }), problem])],
  ['a digest', render([messageOf(), messageOf({ dueOn: TODAY }), messageOf({ dueOn: '2027-01-01' })], true)],
  ['500 long reminders', render(longMessages(500))],
  [
    'one endless fact',
    render([
      messageOf({ facts: Array.from({ length: 40 }, () => ({ name: '"'.repeat(5000), value: '"'.repeat(50_000) })) }),
    ]),
  ],
]

describe.each(mails)('%s', (_name, { html, text }) => {
  it('has at most 100 kB, no script, and nothing that is loaded from elsewhere', () => {
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MAX_BYTES)
    expect(html).not.toMatch(/<(?:script|img|link|a|iframe|object|embed|form|base|svg|video|audio)\b/i)
    expect(html).not.toMatch(/\b(?:src|href|background|action)=|url\(|@import|https?:|javascript:|\son[a-z]+=/i)
  })

  it('ends with the reason for the mail, in both parts', () => {
    expect(text).toContain('You get this because')
    expect(html).toContain('You get this because')
  })
})

describe('a single reminder', () => {
  const { subject, text, html } = render([messageOf()])

  it('says the same in text and HTML: status, facts, what to do, and the commands', () => {
    const lines = textOf(html)
    for (const { name, value } of messageOf().facts) {
      expect(text).toContain(`${name}: ${value}\n`)
      expect(lines).toContain(value)
    }
    const id = ID.slice(-8)
    for (const said of [
      subject,
      'Due in 12 days',
      `kitroom maintenance complete ${ID}`,
      `kitroom reminders ack ${id}`,
      `kitroom reminders snooze ${id} --for 7d`,
    ]) {
      expect(text).toContain(said)
      expect(lines).toContain(said)
    }
  })

  it.each([
    ['maintenance', '2027-03-28', 'Due in 12 days', 'calm'],
    ['maintenance', '2027-03-17', 'Due tomorrow', 'soon'],
    ['maintenance', TODAY, 'Due today', 'soon'],
    ['maintenance', '2027-03-15', 'Overdue since yesterday', 'late'],
    ['maintenance', '2027-03-01', 'Overdue by 15 days', 'late'],
    ['warranty', '2027-03-28', 'Ends in 12 days', 'calm'],
    ['warranty', TODAY, 'Ends today', 'soon'],
    ['warranty', '2027-03-01', 'Ended 15 days ago', 'late'],
  ])('%s of %s begins with "%s"', (kind, dueOn, status, tone) => {
    const mail = render([messageOf({ kind, dueOn })])
    expect(mail.html).toMatch(new RegExp(`<p [^>]*><span class="${tone}"[^>]*>${status}</span></p>\n<h1`))
    expect(mail.text).toContain(`\n\n${status}.\n\n`)
  })

  it('cannot be answered if it is a problem: it says what to do', () => {
    const mail = render([problem])
    expect(mail.text).toContain('What to do: Share the sheet again.')
    expect(mail.html).toContain('>Share the sheet again.</p>')
    expect(`${mail.text}${mail.html}`).not.toContain('kitroom reminders')
  })
})

describe('several reminders', () => {
  it('of a digest have headings by days, in both parts', () => {
    const { text, html } = render(
      [
        messageOf({ title: 'A', dueOn: '2027-01-01' }),
        messageOf({ title: 'B', dueOn: TODAY }),
        messageOf({ title: 'C', dueOn: '2027-03-20' }),
        messageOf({ title: 'D', dueOn: '2027-05-01' }),
      ],
      true,
    )
    expect(text.match(/^(?:[A-D]|OVERDUE|TODAY|WITHIN A WEEK|LATER)$/gm)).toEqual([
      'OVERDUE',
      'A',
      'TODAY',
      'B',
      'WITHIN A WEEK',
      'C',
      'LATER',
      'D',
    ])
    expect(
      Array.from(html.matchAll(/<h2[^>]*>(.*?)<\/h2>|<b dir="ltr">(.*?)<\/b>/g), ([, day, title]) => day ?? title),
    ).toEqual(['Overdue', 'A', 'Today', 'B', 'Within a week', 'C', 'Later', 'D'])
  })

  it('have their facts and ids, and the commands once', () => {
    const { text, html } = render([messageOf(), messageOf({ title: 'Another' }), problem])
    for (const part of [text, textOf(html)]) {
      expect(part.match(/Id: 5f0c7a1e/g)).toHaveLength(2)
      expect(part.match(/Camera Service/g)).toHaveLength(2)
      expect(part.match(/kitroom reminders ack <id>/g)).toHaveLength(1)
      expect(part).toContain('Share the sheet again.')
    }
  })

  it('leave out facts that the title says', () => {
    const { text, html } = render([messageOf(), messageOf({ title: 'Sensor cleaning' })])
    for (const part of [text, textOf(html)]) {
      expect(part.match(/^Item:/gm)).toHaveLength(1)
      expect(part.match(/^Serial number:/gm)).toHaveLength(2)
    }
  })

  it('that do not fit are one line each, and the rest is counted, the same in both parts', () => {
    const { text, html } = render(longMessages(500))
    const listed = text.match(/^Service \d+ of/gm)?.length ?? 0
    expect(listed).toBeGreaterThan(100)
    expect(textOf(html).match(/^Service \d+ of/gm)).toHaveLength(listed)
    const rest = `This mail lists the first ${listed}. It has no room for ${500 - listed} more, from ${addDays(TODAY, listed)} on: read them in the console under Reminders,`
    for (const part of [text, html]) expect(part).toContain(rest)
  })
})

it('the only links are those that answer a reminder, in both parts', () => {
  const url = 'https://kit.example/answer/abc?x=1&y=2'
  const page: MessageLink = { kind: 'page', label: 'Acknowledge or postpone', url }
  const reminder = messageOf({ links: [page, { kind: 'ack', label: 'Acknowledge', url: `${url}&z=3` }] })
  const hrefs = ({ html }: MailText): (string | undefined)[] =>
    Array.from(html.matchAll(/href="([^"]*)"/g), ([, href]) => href)
  const line = `Acknowledge or postpone: ${url}\n`
  const single = render([reminder])
  expect(hrefs(single)).toEqual([url, `${url}&z=3`].map((one) => one.replaceAll('&', '&amp;')))
  expect(single.text).toContain(`${line}Acknowledge: ${url}&z=3\n`)
  const several = render([reminder, reminder, problem])
  expect(hrefs(several)).toHaveLength(2)
  expect(several.text.split(line)).toHaveLength(3)
  const long = render(
    longMessages(500).map((message) => ({
      ...message,
      links: [{ ...page, url: `https://kit.example/answer/${'a'.repeat(300)}` }],
    })),
  )
  expect(Buffer.byteLength(long.html)).toBeLessThanOrEqual(MAX_BYTES)
  expect(hrefs(long)).toHaveLength(long.text.match(/^Acknowledge or postpone: /gm)?.length ?? 0)
})

it('texts of users are inert: no markup, no header, and a direction of their own', () => {
  const hostile =
    'A\r\nBcc: all@example.com\r\n<img src=x onerror="alert(1)"></td></table><style>*{display:none}</style>\u202e \u2067 שלום <![endif]-->'
  const facts = [{ name: hostile, value: `${hostile} more` }]
  for (const { subject, text, html } of [
    render([messageOf({ title: hostile, facts })]),
    render([messageOf({ title: hostile, facts }), messageOf({ title: hostile, facts })]),
  ]) {
    expect(subject).not.toMatch(/[\r\n]/)
    expect(`${subject}${text}${html}`).not.toMatch(/[\u202e\u2067]/)
    expect(html).not.toMatch(/<img|<\/style>\s*שלום|<!\[endif\]--> *<\/(?:td|th|h1|b|span)>/)
    expect(html.match(/<style>/g)).toHaveLength(3)
    for (const [, tag] of html.matchAll(/<(\w+)([^>]*)>[^<]*Bcc: all/g))
      expect(tag).toBeOneOf(['title', 'h1', 'th', 'td', 'b', 'span'])
    const elements = Array.from(html.matchAll(/<(\w+)([^>]*)>[^<]*Bcc: all/g)).filter(([, tag]) => tag !== 'title')
    expect(elements.length).toBeGreaterThan(2)
    for (const [, , attributes] of elements) expect(attributes).toMatch(/dir="(?:auto|ltr)"/)
  }
})
