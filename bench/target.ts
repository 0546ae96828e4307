// A server to be measured, in a child process: `kitroom <db url>` or `bare`. Speaks over IPC, so that its CPU usage can be read.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../platform/clock.ts'
import { silentLog } from '../platform/log.ts'
import { buildApp } from '../server/app.ts'
import { openApiDatabase } from '../server/db/open.ts'
import { BOX_KEY_BYTES, createSecretBox } from '../server/webhooks/secretBox.ts'

/** Response of the bare server, equal to ours. */
export interface Canned {
  status: number
  headers: [string, string][]
  body: string
}

export type TargetRequest = { ask: 'usage' } | { ask: 'answer'; canned: Canned } | { ask: 'stop' }
export type TargetReply = { url: string } | { cpuUs: number; rssBytes: number } | { ready: true }

const reply = (message: TargetReply): void => {
  process.send?.(message)
}

async function startKitroom(databaseUrl: string, maxBatch: number | undefined): Promise<() => Promise<void>> {
  const log = silentLog()
  const db = await openApiDatabase(databaseUrl, systemClock, log, maxBatch === undefined ? {} : { maxBatch })
  const app = buildApp({ db, clock: systemClock, log, secrets: createSecretBox(randomBytes(BOX_KEY_BYTES)), auditReads: true, rateLimit: true })
  reply({ url: await app.listen('127.0.0.1', 0) })
  return async () => {
    await app.drain()
    await db.close()
  }
}

function startBare(): (canned: Canned) => void {
  let canned: Canned = { status: 204, headers: [], body: '' }
  const server = createServer((request, response) => {
    const answer = (): void => {
      response.writeHead(canned.status, canned.headers.flat())
      response.end(canned.body)
    }
    if (request.method === 'GET') return answer()
    request.on('data', () => undefined)
    request.on('end', answer)
  })
  server.listen(0, '127.0.0.1', () => reply({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
  return (next) => {
    canned = next
  }
}

const [, , kind, databaseUrl = '', batch] = process.argv
const stop = kind === 'kitroom' ? await startKitroom(databaseUrl, batch === undefined ? undefined : Number(batch)) : undefined
const answerWith = kind === 'bare' ? startBare() : undefined

process.on('message', (message: TargetRequest) => {
  if (message.ask === 'usage') {
    const { user, system } = process.cpuUsage()
    reply({ cpuUs: user + system, rssBytes: process.memoryUsage.rss() })
  } else if (message.ask === 'answer') {
    answerWith?.(message.canned)
    reply({ ready: true })
  } else void (stop ? stop() : Promise.resolve()).then(() => process.exit(0))
})
process.on('disconnect', () => process.exit(0))
