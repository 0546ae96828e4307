// Blocks the event loop of a test and of the server in it, as a loaded machine does, while a client in a process of its
// own sends.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LimitedServer } from '../../support/limitedServer.ts'
import { get } from '../api/rawRequests.ts'
import { HANG_GUARD_MS } from '../../support/wait.ts'

/** Longer than the keep-alive timeout of draining, so that its timer is due before the requests are read. */
const BLOCK_MS = 900
const STEP_MS = 10
const neverNotified = new Int32Array(new SharedArrayBuffer(4))

export function block(forMs: number): void {
  Atomics.wait(neverNotified, 0, 0, forMs)
}

/** Blocks the event loop for a time, and then until the client has sent its requests. */
function blockUntilSent(sentFile: string, forMs: number): void {
  block(forMs)
  for (let waitedMs = 0; !existsSync(sentFile) && waitedMs < HANG_GUARD_MS; waitedMs += STEP_MS) block(STEP_MS)
}

/**
 * A client with an idle connection and with one that has sent nothing. It can send while the event loop of this process
 * is blocked.
 */
export async function startBlockedClient(server: LimitedServer) {
  const sentFile = join(server.dataDir, 'sent')
  const client = fork(new URL('blockedClient.ts', import.meta.url), [server.url, get('/healthz', 'x'), sentFile])
  await once(client, 'message')
  return {
    /** Status of each answer, or why there is none. */
    answers: once(client, 'message').then(([answers]: unknown[]) => answers),
    /** Sends on the two open connections and on new ones. Returns when the kernel has the requests. */
    async sendWhileBlocked(connections: number, forMs = BLOCK_MS): Promise<void> {
      client.send({ connections })
      await nextTurn()
      blockUntilSent(sentFile, forMs)
    },
  }
}
