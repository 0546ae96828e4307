import type { Socket } from 'node:net'

const LINGER_MS = 500

export function closeGracefully(socket: Socket, lastBytes?: string): void {
  if (lastBytes === undefined) socket.end()
  else socket.end(lastBytes)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Closes gracefully after the current response. An immediate close with unread request bytes would reset the connection
 * and lose the response (RFC 9112 section 9.6).
 */
export function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => closeGracefully(socket)
}
