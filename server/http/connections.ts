import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { limitConnections } from '../../platform/limitConnections.ts'
import type { WireLimits } from './listener.ts'

/** How long idle connections stay open once the server does not listen any more: a request that is on its way is still read and answered. */
const GRACE_MS = 500
const LOOK_EVERY_MS = 50

export interface Connections {
  /** How many are open. */
  count(): number
  /** How many were closed because there were too many. */
  dropped(): number
  /** Stops listening, lets begun requests finish, and resolves when no connection is left; what is left after `deadlineMs` is cut. */
  drain(deadlineMs: number): Promise<void>
}

/** Destroys connections whose client has not read on for too long, however many bytes trickle. @returns the check, to be called now and then */
function watchReaders(sockets: ReadonlySet<Socket>, answerMs: number): () => void {
  const stalled = new WeakMap<Socket, { bytesWritten: number; sinceMs: number }>()
  return () => {
    const nowMs = performance.now()
    for (const socket of sockets) {
      const before = stalled.get(socket)
      const { bytesWritten, writableLength } = socket
      if (writableLength === 0) stalled.delete(socket)
      else if (before?.bytesWritten !== bytesWritten) stalled.set(socket, { bytesWritten, sinceMs: nowMs })
      else if (nowMs - before.sinceMs > answerMs) socket.destroy()
    }
  }
}

const nextImmediate = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Accepts the connections that wait in the backlog, which closing the listener would reset. The event loop accepts one per iteration. */
async function acceptBacklog(server: Server): Promise<void> {
  let accepted = true
  const note = (): void => void (accepted = true)
  server.on('connection', note).on('drop', note)
  await nextImmediate()
  for (const untilMs = performance.now() + GRACE_MS; accepted && performance.now() < untilMs;) {
    accepted = false
    await nextImmediate()
  }
  server.off('connection', note).off('drop', note)
}

/**
 * Keeps account of a server's connections and ends them in order.
 * @param isShared whether an address stands for many clients
 */
export function trackConnections(server: Server, limits: WireLimits, isShared: (address: string) => boolean): Connections {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const limited = limitConnections(server, { ...limits, isShared })
  const readers = setInterval(watchReaders(sockets, limits.answerMs), limits.checkEveryMs).unref()
  const closeUnused = (): void => {
    let flushing = false
    for (const socket of sockets) {
      // Node takes a connection that has said nothing yet for a busy one, and one whose answer is still being read for an idle one.
      if (socket.bytesRead === 0) socket.destroy()
      else flushing ||= socket.writableLength > 0
    }
    if (!flushing) server.closeIdleConnections()
  }
  return {
    count: () => sockets.size,
    dropped: () => limited.closed(),
    async drain(deadlineMs) {
      const startedAtMs = performance.now()
      const look = setInterval(() => {
        const passedMs = performance.now() - startedAtMs
        if (passedMs >= deadlineMs) server.closeAllConnections()
        // The event loop polls sockets between timers and immediates, so bytes that arrived during a stall are read first.
        else if (passedMs >= GRACE_MS) setImmediate(closeUnused)
      }, LOOK_EVERY_MS)
      await acceptBacklog(server)
      // The close() of node:http would end idle connections at once, with requests that have arrived but were not read yet.
      await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      clearInterval(look)
      clearInterval(readers)
      server.close()
    },
  }
}
