import type { ConnectionOptions } from 'node:tls'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { EmailChannel } from '../../config/reminders.ts'
import { renderMail, type Mail } from './renderMail.ts'
import { openSession, type Session, type SmtpError } from './smtp.ts'
import { toOutcome } from './smtpOutcome.ts'
import type { Channel, Outcome } from '../channel.ts'

const MAIL_TIMEOUT_MS = 3 * 60_000

export interface EmailDeps {
  password?: string | undefined
  /** Limit for one mail; default: three minutes. */
  mailTimeoutMs?: number
  /** Beside the system's trusted certificates; for tests. */
  tls?: ConnectionOptions
}

async function composeMail(from: string, mail: Mail): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: '', address: from },
    to: { name: '', address: mail.to },
    messageId: mail.id,
    date: new Date(mail.atMs),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
    ...renderMail(mail),
  })
  return composer.compile().build()
}

async function within<T>(limitMs: number, work: Promise<T>, giveUp: () => void): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Error(`no end within ${limitMs / 1000} seconds`))
    giveUp()
  }, limitMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

export function createEmailChannel(channel: EmailChannel, { password, mailTimeoutMs = MAIL_TIMEOUT_MS, tls = {} }: EmailDeps): Channel {
  const { user } = channel.smtp
  let session: Session | undefined
  const hide = (outcome: Outcome): Outcome =>
    'error' in outcome && password ? { ...outcome, error: outcome.error.replaceAll(password, '…') } : outcome
  const transmit = async (mail: Mail, handOver: () => Promise<void>): Promise<void> => {
    const bytes = await composeMail(channel.from, mail)
    if (!session?.isOpen()) session = await openSession(channel, user === undefined ? undefined : { user, pass: password ?? '' }, tls)
    await session.send({ from: channel.from, to: mail.to }, async function* () {
      await handOver()
      yield bytes
    })
  }
  const drop = (): void => {
    session?.drop()
    session = undefined
  }
  return {
    send: async (mail, handOver) => {
      if (user !== undefined && !password)
        return { kind: 'retry', all: true, error: `The channel ${channel.id} has a user but no password. Set KITROOM_SMTP_PASSWORD for the worker.` }
      const attempt = { channel, to: mail.to, handedOver: false }
      let refused: { reason: unknown } | undefined
      const recordHandOver = async (): Promise<void> => {
        await handOver().catch((reason: unknown) => {
          refused = { reason }
          throw reason
        })
        attempt.handedOver = true
      }
      try {
        await within(mailTimeoutMs, transmit(mail, recordHandOver), drop)
        return { kind: 'sent' }
      } catch (error) {
        drop()
        if (refused) throw refused.reason
        return hide(toOutcome(error as SmtpError, attempt))
      }
    },
    close: () => {
      session?.quit()
      session = undefined
    },
  }
}
