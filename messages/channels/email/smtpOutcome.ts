import type { EmailSettings } from './settings.ts'
import { toOneLine } from '../text.ts'
import type { SmtpError } from './smtp.ts'
import type { Outcome } from '../channel.ts'

const MAX_REPLY_LENGTH = 300
/** Matches codes of OpenSSL and Node for an untrusted certificate. */
const UNTRUSTED_CODE = /CERT|TLS|SSL|UNABLE_TO/

export interface SendAttempt {
  channel: EmailSettings
  to: string
  /** True once the server may have received the whole mail. */
  mayHaveArrived: boolean
}

function explainSmtpError(
  { command = '', code, originalCode, response, message }: SmtpError,
  { channel, to }: SendAttempt,
): string {
  const { host, port } = channel.smtp
  const server = `The mail server ${host}:${port}`
  const reply = toOneLine(response ?? originalCode ?? message).slice(0, MAX_REPLY_LENGTH)
  if (code === 'ETLS' || UNTRUSTED_CODE.test(originalCode ?? ''))
    return `${server} gives no encrypted connection that can be trusted: ${reply}`
  if (command.startsWith('AUTH'))
    return `${server} refuses the login; check smtp.user and KITROOM_SMTP_PASSWORD: ${reply}`
  if (command === 'MAIL FROM') return `${server} refuses the sender ${channel.from}: ${reply}`
  if (command === 'RCPT TO') return `${server} refuses the recipient ${to}: ${reply}`
  if (command === 'DATA') return `${server} refuses the mail to ${to}: ${reply}`
  return `${server} cannot be reached: ${reply}`
}

/**
 * Classifies a failure (RFC 5321 section 4.2.1). A 5xx reply to the recipient or the message is final; other replies are retried. A rejected
 * login or sender affects the whole channel.
 */
export function classifySmtpError(failure: SmtpError, attempt: SendAttempt): Outcome {
  const { responseCode, command = '' } = failure
  const error = explainSmtpError(failure, attempt)
  if (attempt.mayHaveArrived && responseCode === undefined)
    return { kind: 'unknown', error: `It is unknown whether the mail was accepted. ${error}` }
  const isReplyToMail =
    responseCode !== undefined && responseCode !== 421 && (command === 'RCPT TO' || command === 'DATA')
  if (isReplyToMail && responseCode >= 500) return { kind: 'failed', error }
  return { kind: 'retry', error, affectsChannel: !isReplyToMail }
}
