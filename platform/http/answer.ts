import type { ServerResponse } from 'node:http'
import { closeGracefully } from './linger.ts'
import { STATUS_CODES } from './nodeHttp.ts'
import type { Socket } from 'node:net'

/** Node stores the socket's current response here. */
export type SocketWithResponse = Socket & { _httpMessage?: ServerResponse | null }

/** Headers that keep browsers from showing or running an answer. */
export const SAFE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** A response whose body is complete before it is sent. */
export interface WholeAnswer {
  status: number
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
}

/** Sends an answer with its Content-Length. Node omits the body for HEAD, 204 and 304. */
export function sendWhole(response: ServerResponse, { status, headers, body = '' }: WholeAnswer): void {
  response.writeHead(status, { ...(status !== 304 && { 'content-length': Buffer.byteLength(body) }), ...headers })
  response.end(body)
}

/** Sends an answer (RFC 9112 section 4) on a socket without a response object, and closes it. */
export function sendRaw(socket: Socket, { status, headers, body = '' }: WholeAnswer): void {
  const allHeaders = { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines].join('\r\n')
  closeGracefully(socket, `${head}\r\n\r\n${String(body)}`)
}
