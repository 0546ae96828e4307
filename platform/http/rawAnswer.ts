import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Node stores the response that the socket is busy with here. */
export type BusySocket = Socket & { _httpMessage?: ServerResponse | null }

/** Headers of every answer that no browser may show or run. */
export const SAFE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** An answer as text, for a socket where Node made no response object (RFC 9112 section 4). */
export function rawAnswer(status: number, headers: Readonly<Record<string, string>>, body: string): string {
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines].join('\r\n')}\r\n\r\n${body}`
}
