import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { limitConnections, type IsShared } from '../../platform/http/limitConnections.ts'
import type { HttpLimits } from './listener.ts'

/**
 * Time for which idle connections stay open after the listener closes, so that requests in transit are still answered.
 */
const GRACE_MS = 500
const CHECK_INTERVAL_MS = 50
/** Maximum number of connections that wait for acceptance: the default of node:net. */
const MAX_BACKLOG = 511

export interface Connections {
  count(): number
  dropped(): number
  /**
   * Stops listening and lets running requests finish. It resolves when no connection is left; after `deadlineMs` the
   * remaining ones are cut.
   */
  drain(deadlineMs: number): Promise<void>
}

/** Creates a check that destroys connections whose client has stopped reading. Call it periodically. */
function createStalledReaderCheck(sockets: ReadonlySet<Socket>, answerMs: number): () => void {
  const stalledSockets = new WeakMap<Socket, { bytesWritten: number; sinceMs: number }>()
  return () => {
    const nowMs = performance.now()
    for (const socket of sockets) {
      const previous = stalledSockets.get(socket)
      const { bytesWritten, writableLength } = socket
      if (writableLength === 0) stalledSockets.delete(socket)
      else if (previous?.bytesWritten !== bytesWritten) stalledSockets.set(socket, { bytesWritten, sinceMs: nowMs })
      else if (nowMs - previous.sinceMs > answerMs) socket.destroy()
    }
  }
}

const nextImmediate = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Accepts the connections in the backlog, which closing the listener would reset. The event loop accepts one per
 * iteration. The limit is a number instead of a time, because a busy machine takes long for each.
 * @param untilMs of performance.now()
 */
async function acceptBacklog(server: Server, untilMs: number): Promise<void> {
  let hasAccepted = true
  const onConnection = (): void => void (hasAccepted = true)
  server.on('connection', onConnection).on('drop', onConnection)
  await nextImmediate()
  for (let count = 0; hasAccepted && count < MAX_BACKLOG && performance.now() < untilMs; count++) {
    hasAccepted = false
    await nextImmediate()
  }
  server.off('connection', onConnection).off('drop', onConnection)
}

/** Tracks and drains a server's connections. */
export function trackConnections(server: Server, limits: HttpLimits, isShared: IsShared): Connections {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const limitedConnections = limitConnections(server, limits, isShared)
  const readerTimer = setInterval(createStalledReaderCheck(sockets, limits.answerMs), limits.checkEveryMs).unref()
  const closeUnused = (): void => {
    let isFlushing = false
    for (const socket of sockets) {
      // Node counts a connection without a request as busy, and one whose response is not fully sent as idle.
      if (socket.bytesRead === 0) socket.destroy()
      else isFlushing ||= socket.writableLength > 0
    }
    if (!isFlushing) server.closeIdleConnections()
  }
  return {
    count: () => sockets.size,
    dropped: () => limitedConnections.closed(),
    async drain(deadlineMs) {
      const deadlineAtMs = performance.now() + deadlineMs
      let closedAtMs = Number.POSITIVE_INFINITY
      const checkTimer = setInterval(() => {
        const nowMs = performance.now()
        if (nowMs >= deadlineAtMs) server.closeAllConnections()
        // Sockets are polled between timers and immediates, so bytes that arrived during a stall are read first.
        else if (nowMs - closedAtMs >= GRACE_MS) setImmediate(closeUnused)
      }, CHECK_INTERVAL_MS)
      await acceptBacklog(server, deadlineAtMs)
      closedAtMs = performance.now()
      // node:http's close() would end idle connections immediately, even with unread requests.
      await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      clearInterval(checkTimer)
      clearInterval(readerTimer)
      server.close()
    },
  }
}
