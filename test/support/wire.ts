import { connect } from 'node:net'
import { checkReply, type RawReply } from './checks.ts'
import { pause } from './wait.ts'

/** Splits received bytes into replies, by their Content-Length. */
export function parseReplies(bytes: Buffer): RawReply[] {
  const replies: RawReply[] = []
  let rest = bytes
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) return replies
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const status = Number(statusLine.split(' ')[1])
    rest = rest.subarray(end + 4)
    if (status === 100) continue
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = Number(headers['content-length'] ?? 0)
    replies.push({ status, headers, text: rest.subarray(0, length).toString() })
    rest = rest.subarray(length)
  }
}

/** Bytes to write, or what to wait for: milliseconds or a promise. */
export type WireStep = string | Buffer | number | Promise<unknown>

/**
 * Writes bytes on a new socket and checks each reply like api.ts, except the rules of an operation.
 * Resolves when the server closes the socket or after `replies` replies; with 0, after the last write.
 */
export function sendRaw(url: string, steps: readonly WireStep[], replies = Infinity): Promise<RawReply[]> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname)
    const finish = (): void => {
      socket.destroy()
      const received = parseReplies(Buffer.concat(chunks))
      try {
        for (const reply of received) checkReply('', '', reply)
        resolve(received)
      } catch (error) {
        reject(error)
      }
    }
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (parseReplies(Buffer.concat(chunks)).length >= replies) finish()
    })
    socket.on('close', finish)
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close the socket before all bytes are written. The replies received before that are kept.
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error)
    })
    const write = async (): Promise<void> => {
      for (const step of steps) {
        if (step instanceof Promise) await step
        else if (typeof step === 'number') await pause(step, 'a slow client')
        else if (!socket.destroyed) socket.write(step)
      }
      if (replies === 0) finish()
    }
    socket.on('connect', () => void write())
  })
}

/** Sends several GET requests in one packet on one connection. */
export function sendPipelined(url: string, requests: readonly { path: string; key: string }[]): Promise<RawReply[]> {
  const text = requests
    .map(({ path, key }) => `GET ${path} HTTP/1.1\r\nHost: kitroom\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    .join('')
  return sendRaw(url, [text], requests.length)
}
