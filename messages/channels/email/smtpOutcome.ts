import { say, sayAll, type Said } from '../../../contract/sentences/say.ts'
import type { EmailSettings } from './settings.ts'
import { toOneLine } from '../text.ts'
import type { SmtpError } from './smtp.ts'
import { toOutcomeError, type Outcome } from '../channel.ts'

const MAX_REPLY_LENGTH = 300
/** Matches codes of OpenSSL and Node for an untrusted certificate. */
const UNTRUSTED_CODE = /CERT|TLS|SSL|UNABLE_TO/

/** The mail was not transferred within the time limit. */
export class MailTooSlow extends Error {
  override name = 'MailTooSlow'
  readonly seconds: number
  constructor(seconds: number) {
    super(`no end within ${seconds} seconds`)
    this.seconds = seconds
  }
}

export interface SendAttempt {
  channel: EmailSettings
  to: string
  /** True once the server may have received the whole mail. */
  mayHaveArrived: boolean
}

function explainSmtpError(failure: SmtpError, { channel, to: recipient }: SendAttempt): Said {
  const { command = '', code, originalCode, response, message } = failure
  const server = `${channel.smtp.host}:${channel.smtp.port}`
  const reply = toOneLine(response ?? originalCode ?? message).slice(0, MAX_REPLY_LENGTH)
  if (code === 'ETLS' || UNTRUSTED_CODE.test(originalCode ?? '')) return say('mail_not_encrypted', { server, reply })
  if (command.startsWith('AUTH')) return say('mail_login_refused', { server, reply })
  if (command === 'MAIL FROM') return say('mail_sender_refused', { server, sender: channel.from, reply })
  if (command === 'RCPT TO') return say('mail_recipient_refused', { server, recipient, reply })
  if (command === 'DATA') return say('mail_refused', { server, recipient, reply })
  if (failure instanceof MailTooSlow) return say('mail_server_too_slow', { server, seconds: failure.seconds })
  return say('mail_server_unreachable', { server, reply })
}

/**
 * Classifies a failure (RFC 5321 section 4.2.1). A 5xx reply to the recipient or the message is final; other replies
 * are retried. A rejected login or sender affects the whole channel.
 */
export function classifySmtpError(failure: SmtpError, attempt: SendAttempt): Outcome {
  const { responseCode, command = '' } = failure
  const said = explainSmtpError(failure, attempt)
  if (attempt.mayHaveArrived && responseCode === undefined)
    return { kind: 'unknown', ...toOutcomeError(sayAll(say('mail_unconfirmed'), said)) }
  const isReplyToMail =
    responseCode !== undefined && responseCode !== 421 && (command === 'RCPT TO' || command === 'DATA')
  if (isReplyToMail && responseCode >= 500) return { kind: 'failed', ...toOutcomeError(said) }
  return { kind: 'retry', ...toOutcomeError(said), affectsChannel: !isReplyToMail }
}
