import MailComposer from 'nodemailer/lib/mail-composer'
import { restate, say } from '../../../contract/sentences/say.ts'
import {
  defineChannel,
  type Channel,
  type ChannelDeps,
  type ChannelRecipient,
  type Delivery,
  type Outcome,
  readOutcomeError,
  toOutcomeError,
} from '../channel.ts'
import { renderMail } from './renderMail.ts'
import { EMAIL_PASSWORD, EmailSettings, mailbox } from './settings.ts'
import { openSmtpSession, type SmtpSession, type SmtpError } from './smtp.ts'
import { classifySmtpError, MailTooSlow } from './smtpOutcome.ts'

const MAIL_TIMEOUT_MS = 3 * 60_000

/**
 * Creates headers for unsubscribing (RFC 2369 section 3.2). Mail programs send a POST there, by https only (RFC 8058
 * section 3.1).
 */
function toUnsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  const isOneClick = url.startsWith('https:')
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}

async function composeMail(from: string, mail: Delivery): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: '', address: from },
    to: { name: '', address: mail.to },
    messageId: mail.id,
    date: new Date(mail.atMs),
    headers: { 'Auto-Submitted': 'auto-generated', ...toUnsubscribeHeaders(mail.unsubscribeUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
    ...renderMail(mail),
  })
  return composer.compile().build()
}

async function withTimeout<T>(limitMs: number, work: Promise<T>, giveUp: () => void): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new MailTooSlow(limitMs / 1000))
    giveUp()
  }, limitMs)
  try {
    return await Promise.race([work, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

function openEmailChannel(
  channel: EmailSettings,
  { secrets, timeoutMs = MAIL_TIMEOUT_MS, tls = {} }: ChannelDeps,
): Channel {
  const password = secrets[EMAIL_PASSWORD]
  const { user } = channel.smtp
  let session: SmtpSession | undefined
  const hidePassword = (outcome: Outcome): Outcome => {
    if (!('error' in outcome) || !password) return outcome
    const hide = (value: string | number) => (typeof value === 'string' ? value.replaceAll(password, '…') : value)
    return { ...outcome, ...toOutcomeError(restate(readOutcomeError(outcome), hide)) }
  }
  const transmit = async (mail: Delivery, handOver: () => Promise<void>): Promise<void> => {
    const bytes = await composeMail(channel.from, mail)
    if (!session?.isOpen())
      session = await openSmtpSession(channel, user === undefined ? undefined : { user, pass: password ?? '' }, tls)
    await session.send({ from: channel.from, to: mail.to }, async function* () {
      await handOver()
      yield bytes
    })
  }
  const dropSession = (): void => {
    session?.drop()
    session = undefined
  }
  return {
    send: async (mail, handOver) => {
      if (user !== undefined && !password)
        return {
          kind: 'retry',
          affectsChannel: true,
          ...toOutcomeError(say('mail_password_missing', { channel: channel.id, variable: EMAIL_PASSWORD })),
        }
      const attempt = { channel, to: mail.to, mayHaveArrived: false }
      let handOverError: { reason: unknown } | undefined
      const recordHandOver = async (): Promise<void> => {
        await handOver().catch((reason: unknown) => {
          handOverError = { reason }
          throw reason
        })
        attempt.mayHaveArrived = true
      }
      try {
        await withTimeout(timeoutMs, transmit(mail, recordHandOver), dropSession)
        return { kind: 'sent' }
      } catch (error) {
        dropSession()
        if (handOverError) throw handOverError.reason
        return hidePassword(classifySmtpError(error as SmtpError, attempt))
      }
    },
    close: () => {
      session?.quit()
      session = undefined
    },
  }
}

const toRecipient = ({ from }: EmailSettings, recipient: string): ChannelRecipient => ({
  recipient,
  domain: from.slice(from.lastIndexOf('@') + 1).toLowerCase(),
})

/** Mail. Each recipient of a channel gets a separate one, so that a refused address does not affect the others. */
export const emailChannel = defineChannel({
  settings: EmailSettings,
  secrets: [EMAIL_PASSWORD],
  recipients: (settings) => [...new Set(settings.to)].map((address) => toRecipient(settings, address)),
  personal: { address: mailbox, toRecipient },
  open: openEmailChannel,
})
