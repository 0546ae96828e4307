// Runs a measured server as a child process: `kitroom <db url>` or `bare`. The parent reads its CPU usage over IPC.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { buildApp } from '../../server/app.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { BOX_KEY_BYTES, createSecretBox } from '../../platform/secretBox.ts'

/** Response that the bare server sends, a copy of the API's. */
export interface CannedResponse {
  status: number
  headers: [string, string][]
  body: string
}

export type TargetRequest = { ask: 'usage' } | { ask: 'answer'; canned: CannedResponse } | { ask: 'stop' }
export type TargetReply = { url: string } | { cpuUs: number; rssBytes: number } | { ready: true }

const sendReply = (message: TargetReply): void => {
  process.send?.(message)
}

async function startKitroom(databaseUrl: string, maxBatch: number | undefined): Promise<() => Promise<void>> {
  const log = createSilentLog()
  const db = await openApiDatabase(databaseUrl, systemClock, log, maxBatch === undefined ? {} : { maxBatch })
  const app = buildApp({
    db,
    clock: systemClock,
    log,
    secrets: createSecretBox(randomBytes(BOX_KEY_BYTES)),
    auditReads: true,
    rateLimit: true,
  })
  sendReply({ url: await app.listen('127.0.0.1', 0) })
  return async () => {
    await app.drain()
    await db.close()
  }
}

function startBare(): (canned: CannedResponse) => void {
  let canned: CannedResponse = { status: 204, headers: [], body: '' }
  const server = createServer((request, response) => {
    const respond = (): void => {
      response.writeHead(canned.status, canned.headers.flat())
      response.end(canned.body)
    }
    if (request.method === 'GET') return respond()
    request.on('data', () => undefined)
    request.on('end', respond)
  })
  server.listen(0, '127.0.0.1', () => sendReply({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
  return (next) => {
    canned = next
  }
}

const [, , kind, databaseUrl = '', batchSize] = process.argv
const stop =
  kind === 'kitroom'
    ? await startKitroom(databaseUrl, batchSize === undefined ? undefined : Number(batchSize))
    : undefined
const setResponse = kind === 'bare' ? startBare() : undefined

process.on('message', (message: TargetRequest) => {
  if (message.ask === 'usage') {
    const { user, system } = process.cpuUsage()
    sendReply({ cpuUs: user + system, rssBytes: process.memoryUsage.rss() })
  } else if (message.ask === 'answer') {
    setResponse?.(message.canned)
    sendReply({ ready: true })
  } else void (stop ? stop() : Promise.resolve()).then(() => process.exit(0))
})
process.on('disconnect', () => process.exit(0))
