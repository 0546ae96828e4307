import type { EmailChannel } from '../../../config/reminders.ts'
import { oneLine } from '../mail.ts'
import type { SmtpError } from './smtp.ts'
import type { Outcome } from './types.ts'

const MAX_ANSWER = 300
/** Codes of OpenSSL and of Node for a server that does not prove who it is. */
const UNTRUSTED = /CERT|TLS|SSL|UNABLE_TO/

/** What a failure was about. */
export interface Attempt {
  channel: EmailChannel
  to: string
  /** Whether the server may have got the whole mail. */
  handedOver: boolean
}

function explain({ command = '', code, originalCode, response, message }: SmtpError, { channel, to }: Attempt): string {
  const { host, port } = channel.smtp
  const server = `The mail server ${host}:${port}`
  const answer = oneLine(response ?? originalCode ?? message).slice(0, MAX_ANSWER)
  if (code === 'ETLS' || UNTRUSTED.test(originalCode ?? '')) return `${server} gives no encrypted connection that can be trusted: ${answer}`
  if (command.startsWith('AUTH')) return `${server} refuses the login; check smtp.user and KITROOM_SMTP_PASSWORD: ${answer}`
  if (command === 'MAIL FROM') return `${server} refuses the sender ${channel.from}: ${answer}`
  if (command === 'RCPT TO') return `${server} refuses the recipient ${to}: ${answer}`
  if (command === 'DATA') return `${server} refuses the mail to ${to}: ${answer}`
  return `${server} cannot be reached: ${answer}`
}

/**
 * What a failure means (RFC 5321 section 4.2.1): 5xx for the recipient or the mail is final, every other refusal may pass; a refusal of the
 * login or the sender is one of the channel, not of the mail.
 */
export function toOutcome(failure: SmtpError, attempt: Attempt): Outcome {
  const { responseCode, command = '' } = failure
  const error = explain(failure, attempt)
  if (attempt.handedOver && responseCode === undefined) return { kind: 'unknown', error: `Nobody knows whether it was taken. ${error}` }
  const isOfMail = responseCode !== undefined && responseCode !== 421 && (command === 'RCPT TO' || command === 'DATA')
  if (isOfMail && responseCode >= 500) return { kind: 'failed', error }
  return { kind: 'retry', error, all: !isOfMail }
}
