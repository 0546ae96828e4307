import { Readable } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { EmailSettings } from './settings.ts'

const CONNECT_TIMEOUT_MS = 15_000
/**
 * A server may check a mail for minutes before it replies (RFC 5321 section 4.5.3.2.6). A shorter timeout would send
 * the mail twice.
 */
const SILENCE_TIMEOUT_MS = 2 * 60_000

export interface SmtpLogin {
  user: string
  pass: string
}

export interface SmtpSession {
  /**
   * Sends one message (RFC 5321 section 3.3). It requests the bytes after the server has accepted the addresses.
   * @throws SmtpError
   */
  send(envelope: { from: string; to: string }, message: () => AsyncGenerator<Buffer>): Promise<void>
  isOpen(): boolean
  /** Sends QUIT. */
  quit(): void
  drop(): void
}

export interface SmtpError extends Error {
  code?: string
  /** Code of the underlying system error, such as ECONNREFUSED. */
  originalCode?: string
  /** Final reply of the server (RFC 5321 section 4.2). */
  responseCode?: number
  response?: string
  /** Command that failed: CONN, EHLO, AUTH …, MAIL FROM, RCPT TO, DATA. */
  command?: string
}

const toCallback =
  (resolve: () => void, reject: (error: Error) => void) =>
  (error?: Error | null): void =>
    error ? reject(error) : resolve()

export async function openSmtpSession(
  { smtp }: EmailSettings,
  login: SmtpLogin | undefined,
  tls: ConnectionOptions,
): Promise<SmtpSession> {
  const { host, port, security } = smtp
  const connection = new SMTPConnection({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    tls: { minVersion: 'TLSv1.2', ...tls },
  })
  let isOpen = false
  const failure = new Promise<never>((_resolve, reject) => {
    connection.on('error', (error: Error) => {
      isOpen = false
      reject(error)
    })
  })
  failure.catch(() => undefined)
  connection.on('end', () => (isOpen = false))
  const toPromise = (start: (done: (error?: Error | null) => void) => void): Promise<void> =>
    Promise.race([new Promise<void>((resolve, reject) => start(toCallback(resolve, reject))), failure])
  const drop = (): void => {
    isOpen = false
    connection.close()
  }
  try {
    await toPromise((done) => connection.connect(done))
    if (login) await toPromise((done) => connection.login(login, done))
    isOpen = true
  } catch (error) {
    drop()
    throw error
  }
  return {
    send: ({ from, to }, message) =>
      toPromise((done) => connection.send({ from, to: [to] }, Readable.from(message(), { objectMode: false }), done)),
    isOpen: () => isOpen,
    quit: () => (isOpen ? connection.quit() : drop()),
    drop,
  }
}
