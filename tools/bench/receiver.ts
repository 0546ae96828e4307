// Receives deliveries in a child process: counts all and verifies every tenth. The parent controls it over IPC.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '../../platform/webhookSignature.ts'

/** `secrets` sets the secrets, by path. `count` returns the counts since its last call. */
export type ReceiverRequest = { ask: 'secrets'; secrets: Record<string, string> } | { ask: 'count' }
export interface DeliveryCounts {
  delivered: number
  verified: number
  /** Checked deliveries with a wrong signature. */
  refused: number
  /** Time between the first and the last delivery. */
  seconds: number
}

const VERIFY_EVERY_NTH = 10

let secrets: Record<string, string> = {}
let [delivered, verified, refused, firstMs, lastMs] = [0, 0, 0, 0, 0]

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.on('end', () => {
    lastMs = performance.now()
    if (delivered === 0) firstMs = lastMs
    delivered += 1
    if (delivered % VERIFY_EVERY_NTH === 0) {
      const secret = secrets[request.url ?? '']
      const check = verifyWebhook({
        headers: request.headers,
        body: Buffer.concat(chunks),
        secrets: secret === undefined ? [] : [secret],
        nowMs: Date.now(),
      })
      if (check.ok) verified += 1
      else refused += 1
    }
    response.writeHead(204).end()
  })
})

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', (message: ReceiverRequest) => {
  if (message.ask === 'secrets') {
    secrets = message.secrets
    process.send?.({ ready: true })
    return
  }
  process.send?.({ delivered, verified, refused, seconds: (lastMs - firstMs) / 1000 } satisfies DeliveryCounts)
  ;[delivered, verified, refused] = [0, 0, 0]
})
process.on('disconnect', () => process.exit(0))
