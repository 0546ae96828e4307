import { describe, expect, it } from 'vitest'
import type { ChannelDeps, Delivery, Outcome } from '../../../messages/channels/channel.ts'
import { emailChannel } from '../../../messages/channels/email/email.ts'
import { createSilentLog } from '../../../platform/log.ts'
import { emptyAllowList } from '../../../platform/outbound/allowList.ts'
import { loadConfig } from '../../../config/config.ts'
import { deliveryOf, messageOf, messagesOf } from '../../support/channels.ts'
import {
  localhostPem,
  startMailServer,
  type MailServer,
  type MailServerOptions,
} from '../../support/mail/mailServer.ts'

const AT_MS = Date.parse('2027-03-28T06:00:00Z')
const login = { user: 'studio', pass: 'p4ss wörd' }
const trusted = { tls: { ca: localhostPem, servername: 'localhost' } }

const mail = (change: Partial<Delivery> = {}): Delivery => ({
  id: '<kitroom.0123@example.com>',
  to: 'ada@example.com',
  atMs: AT_MS,
  reminders: [messageOf()],
  ...change,
})

function channelTo(server: Pick<MailServer, 'port'>, smtp: string, deps: Partial<ChannelDeps> = {}) {
  const { channels } = loadConfig(
    `reminders: { channels: [{ id: mail, type: email, from: gear@example.com, to: [ada@example.com], smtp: { host: 127.0.0.1, port: ${server.port}, ${smtp} } }] }`,
  ).reminders
  const [channel] = channels
  if (channel?.type !== 'email') throw new Error('no e-mail channel was read')
  return emailChannel.open(channel, { log: createSilentLog(), secrets: {}, allow: emptyAllowList, ...deps })
}

async function sendTo(
  options: MailServerOptions,
  smtp = 'security: none',
  deps: Partial<ChannelDeps> = {},
): Promise<{ outcome: Outcome; server: MailServer }> {
  await using server = await startMailServer(options)
  const channel = channelTo(server, smtp, deps)
  const outcome = await channel.send(mail(), () => Promise.resolve())
  channel.close()
  return { outcome, server }
}

describe('a mail', () => {
  it('is sent encrypted, with a login, as text and HTML, with its own id and date', async () => {
    const { outcome, server } = await sendTo({ login }, 'user: studio', {
      secrets: { KITROOM_SMTP_PASSWORD: login.pass },
      ...trusted,
    })
    expect(outcome).toEqual({ kind: 'sent' })
    expect(server.mails).toHaveLength(1)
    const [{ email, secure, from, to, raw } = {} as never] = server.mails
    expect({ secure, from, to }).toEqual({ secure: true, from: 'gear@example.com', to: ['ada@example.com'] })
    expect(email).toMatchObject({
      subject: 'The warranty of Canon R5 ends in 7 days',
      messageId: '<kitroom.0123@example.com>',
      date: '2027-03-28T06:00:00.000Z',
      from: { address: 'gear@example.com', name: '' },
      to: [{ address: 'ada@example.com', name: '' }],
    })
    expect(email.text).toContain('Ends on: 2027-04-04')
    expect(email.html).toContain('Ends on</th>')
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m)
  })

  it('offers to unsubscribe where that is possible, with one click by https only', async () => {
    await using server = await startMailServer()
    const channel = channelTo(server, 'security: none')
    const addresses = [
      `https://kit.example/reminders/unsubscribe/${'a'.repeat(300)}`,
      'http://127.0.0.1:4101/x',
      undefined,
    ]
    for (const unsubscribeUrl of addresses)
      await channel.send(mail(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }), () => Promise.resolve())
    channel.close()
    const headers = server.mails.map(({ email }) =>
      email.headers.filter(({ key }) => key.startsWith('list-')).map(({ value }) => value),
    )
    expect(headers).toEqual([[`<${addresses[0]}>`, 'List-Unsubscribe=One-Click'], [`<${addresses[1]}>`], []])
  })

  it('shares its connection with the next ones', async () => {
    await using server = await startMailServer()
    const channel = channelTo(server, 'security: none')
    for (const id of ['a', 'b', 'c'])
      expect(await channel.send(mail({ id: `<${id}@example.com>` }), () => Promise.resolve())).toEqual({ kind: 'sent' })
    channel.close()
    expect(server.mails.map(({ email }) => email.messageId)).toEqual([
      '<a@example.com>',
      '<b@example.com>',
      '<c@example.com>',
    ])
    expect(new Set(server.mails.map(({ session }) => session)).size).toBe(1)
  })

  it('lists 500 reminders at most, and says where the others are', async () => {
    await using server = await startMailServer()
    const channel = channelTo(server, 'security: none')
    expect(await channel.send(deliveryOf(messagesOf(507), { to: 'ada@example.com' }), () => Promise.resolve())).toEqual(
      { kind: 'sent' },
    )
    channel.close()
    const { text = '' } = server.mails[0]?.email ?? {}
    expect(text).toContain(
      '507 warranties end.\nThis mail lists the first 500. It has no room for 7 more, from 2027-04-04 on: read them in the console under Reminders, or with npm run kitroom -- reminders list.',
    )
    expect(text.match(/^The warranty of item \d+ ends$/gm)).toHaveLength(500)
  })

  it('is handed over only once the ledger has confirmed the claim', async () => {
    await using server = await startMailServer()
    const channel = channelTo(server, 'security: none')
    const claimError = new Error('the claim was lost')
    await expect(channel.send(mail(), () => Promise.reject(claimError))).rejects.toBe(claimError)
    expect(server.senders).toEqual(['gear@example.com'])
    await channel.send(mail(), () => Promise.resolve())
    channel.close()
    expect(server.mails).toHaveLength(1)
  })
})

describe('no mail is sent', () => {
  it('unencrypted where encryption is required', async () => {
    const { outcome, server } = await sendTo({}, 'user: studio', {
      secrets: { KITROOM_SMTP_PASSWORD: login.pass },
      ...trusted,
    })
    expect(outcome).toMatchObject({ kind: 'retry', affectsChannel: true })
    expect(server.senders).toEqual([])
  })

  it('to a server with an untrusted certificate', async () => {
    const { outcome, server } = await sendTo({ login }, 'user: studio', {
      secrets: { KITROOM_SMTP_PASSWORD: login.pass },
      tls: { servername: 'localhost' },
    })
    expect(outcome).toMatchObject({
      kind: 'retry',
      affectsChannel: true,
      error: expect.stringContaining('no encrypted connection that can be trusted'),
    })
    expect(server.senders).toEqual([])
  })

  it('with a wrong password, and the error does not contain it', async () => {
    const { outcome, server } = await sendTo({ login }, 'user: studio', {
      secrets: { KITROOM_SMTP_PASSWORD: 's3cret' },
      ...trusted,
    })
    expect(outcome).toMatchObject({
      kind: 'retry',
      affectsChannel: true,
      error: expect.stringContaining('refuses the login; check smtp.user'),
    })
    expect(JSON.stringify(outcome)).not.toContain('s3cret')
    expect(server.senders).toEqual([])
  })

  it('without the password of the user', async () => {
    const { outcome } = await sendTo({ login }, 'user: studio', trusted)
    expect(outcome).toMatchObject({
      kind: 'retry',
      affectsChannel: true,
      error: expect.stringContaining('KITROOM_SMTP_PASSWORD'),
    })
  })

  it('to a server that never answers, and the attempt times out', async () => {
    const { outcome } = await sendTo({ onRecipient: () => new Promise(() => undefined) }, 'security: none', {
      timeoutMs: 300,
    })
    expect(outcome).toMatchObject({
      kind: 'retry',
      affectsChannel: true,
      error: expect.stringContaining('no end within 0.3 seconds'),
    })
  })

  it('to a port without a listener', async () => {
    const stoppedServer = await startMailServer()
    await stoppedServer.stop()
    const channel = channelTo(stoppedServer, 'security: none')
    expect(await channel.send(mail(), () => Promise.resolve())).toMatchObject({
      kind: 'retry',
      affectsChannel: true,
      error: expect.stringContaining('ECONNREFUSED'),
    })
  })
})

describe('a refusal', () => {
  it.each([
    ['of the recipient for good', { onRecipient: () => 550 }, { kind: 'failed' }],
    ['of the recipient for now', { onRecipient: () => 450 }, { kind: 'retry', affectsChannel: false }],
    ['of the mail for good', { onMail: () => 554 }, { kind: 'failed' }],
    ['of the mail for now', { onMail: () => 451 }, { kind: 'retry', affectsChannel: false }],
    ['of the sender', { onSender: () => 550 }, { kind: 'retry', affectsChannel: true }],
    ['that closes the service', { onRecipient: () => 421 }, { kind: 'retry', affectsChannel: true }],
  ] satisfies [string, MailServerOptions, Partial<Outcome>][])('%s', async (_what, options, expected) => {
    const { outcome, server } = await sendTo(options)
    expect(outcome).toMatchObject({ ...expected, error: expect.stringContaining('not taken by this server') })
    expect(server.mails).toEqual([])
  })

  it('of one mail does not affect the next', async () => {
    await using server = await startMailServer({
      onRecipient: (address) => (address === 'gone@example.com' ? 550 : undefined),
    })
    const channel = channelTo(server, 'security: none')
    expect(await channel.send(mail({ to: 'gone@example.com' }), () => Promise.resolve())).toMatchObject({
      kind: 'failed',
    })
    expect(await channel.send(mail(), () => Promise.resolve())).toEqual({ kind: 'sent' })
    channel.close()
  })

  it('is not assumed when the connection breaks after the mail: the outcome is unknown', async () => {
    const connection = { off: (): undefined => undefined }
    await using server = await startMailServer({ onMail: () => connection.off() })
    connection.off = () => {
      server.disconnect()
      return undefined
    }
    const channel = channelTo(server, 'security: none')
    expect(await channel.send(mail(), () => Promise.resolve())).toMatchObject({ kind: 'unknown' })
  })
})

describe('texts of users', () => {
  const hostileText =
    'A\r\nBcc: all@example.com\r\n\r\n<script>alert("1")</script> & \u202egnp.exe\u2028x \ud800 =?utf-8?q?y?='

  it('cannot inject headers, markup or text direction', async () => {
    await using server = await startMailServer()
    const channel = channelTo(server, 'security: none')
    const facts = [{ name: hostileText, value: hostileText }]
    await channel.send(mail({ reminders: [messageOf({ title: hostileText, facts })] }), () => Promise.resolve())
    channel.close()
    const [{ email, raw, to } = {} as never] = server.mails
    expect(to).toEqual(['ada@example.com'])
    expect(email.bcc).toBeUndefined()
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
    expect(head).not.toMatch(/^Bcc:/im)
    expect(email.subject).toBe('A Bcc: all@example.com <script>alert("1")</script> & gnp.exe x \ufffd =?utf-8?q?y?=')
    expect(email.html).not.toContain('<script')
    expect(email.html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp;')
    expect(`${email.html}${email.text}${email.subject}`).not.toMatch(/[\u2028\u202e]/)
    expect(head).not.toMatch(/[^\t\r\n\x20-\x7e]/)
  })

  it('can be in any language and of any length', async () => {
    await using server = await startMailServer()
    const channel = channelTo(server, 'security: none')
    const title = `אחריות ${'🎥'.repeat(300)}`
    await channel.send(mail({ reminders: [messageOf({ title, facts: [{ name: 'שם', value: title }] })] }), () =>
      Promise.resolve(),
    )
    channel.close()
    const [{ email, raw } = {} as never] = server.mails
    expect(email.subject).toMatch(/^אחריות 🎥+…$/u)
    expect(email.text).toContain(title)
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
  })
})
