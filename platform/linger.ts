import type { Socket } from 'node:net'

/** How long a client may take to read its last answer while it is still sending. */
const LINGER_MS = 500

/** Ends our side and closes the connection a little later, or as soon as the client has closed its own. */
export function endGently(socket: Socket, lastBytes?: string): void {
  if (lastBytes === undefined) socket.end()
  else socket.end(lastBytes)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Makes Node end the connection gently after the answer at hand. Closed at once, with bytes of the request still coming, it would be reset,
 * and the client might lose the answer (RFC 9112 section 9.6).
 */
export function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => endGently(socket)
}
