import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** An untrusted certificate for localhost, with its key. */
export const localhostPem = readFileSync(new URL('localhost.pem', import.meta.url), 'utf8')

/** A mail that the server has accepted or is asked to accept. */
export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  email: Email
  secure: boolean
  /** Id of the connection. */
  session: string
}

export interface MailServer extends AsyncDisposable {
  port: number
  /** Accepted mails (reply 250), in order. */
  mails: ReceivedMail[]
  /** Addresses of the MAIL FROM commands. */
  senders: string[]
  disconnect(): void
  stop(): Promise<void>
}

export interface MailServerOptions {
  /** With it the server offers STARTTLS and AUTH. */
  login?: { user: string; pass: string }
  /** 0 lets the system choose. */
  port?: number
  /** A reply code refuses the sender. */
  onSender?: (address: string) => number | undefined
  /** A reply code refuses the recipient. */
  onRecipient?: (address: string) => Promise<number | undefined> | number | undefined
  /** Called with the whole mail before the server answers; a reply code refuses it. */
  onMail?: (mail: ReceivedMail) => Promise<number | undefined> | number | undefined
}

const refusal = (code: number): Error => Object.assign(new Error('not taken by this server'), { responseCode: code })

const answer = (code: number | undefined, callback: (error?: Error | null) => void): void =>
  code === undefined ? callback() : callback(refusal(code))

async function readMail(stream: AsyncIterable<Buffer>, session: SMTPServerSession): Promise<ReceivedMail> {
  const raw = Buffer.concat(await Array.fromAsync(stream))
  const { mailFrom, rcptTo } = session.envelope
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    raw: raw.toString('latin1'),
    email: await PostalMime.parse(raw),
    secure: session.secure,
    session: session.id,
  }
}

/** A real mail server on the loopback address. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { login, onSender, onRecipient, onMail } = options
  const mails: ReceivedMail[] = []
  const senders: string[] = []
  const server = new SMTPServer({
    key: localhostPem,
    cert: localhostPem,
    disabledCommands: login ? [] : ['STARTTLS', 'AUTH'],
    authOptional: login === undefined,
    closeTimeout: 200,
    onAuth: ({ username, password }, _session, callback) =>
      username === login?.user && password === login?.pass
        ? callback(null, { user: username })
        : callback(refusal(535)),
    onMailFrom: ({ address }, _session, callback) => {
      senders.push(address)
      answer(onSender?.(address), callback)
    },
    onRcptTo: ({ address }, _session, callback) =>
      void Promise.resolve(onRecipient?.(address)).then((code) => answer(code, callback)),
    onData: (stream, session, callback) => {
      const receive = async (): Promise<void> => {
        try {
          const mail = await readMail(stream, session)
          const code = await onMail?.(mail)
          if (code === undefined) mails.push(mail)
          answer(code, callback)
        } catch (error) {
          callback(error as Error)
        }
      }
      void receive()
    },
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => void sockets.add(socket))
  // A client that disconnects is not a fault of the server.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const stop = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  const destroySockets = (): void => sockets.forEach((socket) => socket.destroy())
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    senders,
    disconnect: destroySockets,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
