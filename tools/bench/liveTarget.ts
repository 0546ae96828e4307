// The measured process of `npm run bench:live`: the API server, and beside it a prototype of server-sent events on the
// same database.
import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { BOX_KEY_BYTES, createSecretBox } from '../../platform/secretBox.ts'
import { buildApp } from '../../server/app.ts'
import { readCookie } from '../../server/console/cookie.ts'
import { createSessionLookup } from '../../server/sessions/lookup.ts'
import { findEnd } from '../../server/sessions/session.ts'
import { readAccountState } from '../../server/db/accountState.ts'
import { openApiDatabase } from '../../server/db/open.ts'

const CHECK_MS = 3000
/** A revoked session ends its stream within this time, as streams of the worker do. */
const SESSION_CHECK_MS = 5000
const HEARTBEAT_MS = 15_000

interface Stream {
  token: string
  account: string
  response: ServerResponse
}

const log = createSilentLog()
const db = await openApiDatabase(`sqlite:${process.argv[2] ?? ''}`, systemClock, log)
const app = buildApp({
  db,
  clock: systemClock,
  log,
  secrets: createSecretBox(randomBytes(BOX_KEY_BYTES)),
  auditReads: true,
  rateLimit: false,
})
const sessions = createSessionLookup(db)
const streams = new Set<Stream>()

async function findAccount(token: string): Promise<string | undefined> {
  const session = (await sessions.find(token))?.session
  return session && findEnd(session, systemClock.nowMs()) === undefined ? session.account : undefined
}

const sent = new Map<string, string>()

/** Reads the versions once an account, however many of its streams are open. */
async function sendChanges(): Promise<void> {
  for (const account of new Set([...streams].map((stream) => stream.account))) {
    const { epoch, ...state } = await db.read((tx) => readAccountState(tx, account), { oneStatement: true })
    const {
      gear_version: gear,
      shoots_version: shoots,
      maintenance_version: maintenance,
      documents_version: documents,
    } = state
    const text = JSON.stringify({ epoch, gear, shoots, maintenance, documents, profile: state.profile_version })
    if (sent.get(account) === text) continue
    sent.set(account, text)
    for (const stream of streams) if (stream.account === account) stream.response.write(`data: ${text}\n\n`)
  }
}

async function endRevoked(): Promise<void> {
  sessions.clear()
  for (const stream of streams) if ((await findAccount(stream.token)) === undefined) stream.response.end()
}

const streamServer = createServer((request, response) => {
  const token = readCookie(request.headers.cookie, false) ?? ''
  void findAccount(token).then((account) => {
    if (account === undefined) return response.writeHead(401).end()
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write(': open\n\n')
    const stream = { token, account, response }
    streams.add(stream)
    return response.once('close', () => streams.delete(stream))
  })
})
setInterval(() => void sendChanges(), CHECK_MS)
setInterval(() => void endRevoked(), SESSION_CHECK_MS)
setInterval(() => streams.forEach(({ response }) => response.write(': \n\n')), HEARTBEAT_MS)

const url = await app.listen('127.0.0.1', 0)
streamServer.listen(0, '127.0.0.1', () => {
  process.send?.({ url, streamUrl: `http://127.0.0.1:${(streamServer.address() as AddressInfo).port}` })
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuUs: user + system })
})
process.on('disconnect', () => process.exit(0))
