// Requests as bytes on sockets of their own, for tests of connections.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { camera } from '../../support/api.ts'

const body = JSON.stringify(camera())

export const get = (path: string, key: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`

/** Creates a camera. */
export const post = (key: string): string =>
  `POST /api/v1/gear HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

export async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

export const waitForClose = (socket: Socket): Promise<unknown> =>
  socket.destroyed ? Promise.resolve() : once(socket, 'close')
