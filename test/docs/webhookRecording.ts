import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SETTINGS_BASE } from '../../contract/settings/operations.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { parseAllowList } from '../../platform/outbound/allowList.ts'
import { verifyWebhook } from '../../platform/webhookSignature.ts'
import type { RecordedExample } from '../../server/reference/examples.ts'
import { createAccount } from '../support/account.ts'
import { fakeClock, startInProcessServer, createDataFolder, type FakeClock } from '../support/server.ts'
import { dropDatabase } from '../support/testDatabase.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  status: number
}

/** The calls of a studio with one endpoint, and the deliveries to that endpoint. */
export interface WebhookRecording {
  calls: Record<string, RecordedExample>
  /** The first secret of the endpoint. */
  secret: string
  /** The first delivery of each type of event. */
  deliveries: Record<string, Received>
  statuses: number[]
  /** The body of an event with every text and list at its maximum length, before and after a change. */
  largest: string
}

const START_MS = Date.parse('2026-03-28T09:15:00.000Z')
const STEP_MS = 1000
/** Longer than the maximum first retry delay, which includes jitter. */
const RETRY_WAIT_MS = 7000
/** The address of the endpoint in the document. */
export const SHOWN_ADDRESS = 'https://studio.example/kitroom'

/** Receives deliveries and verifies the signature of each. */
async function openReceiver(clock: FakeClock, secrets: string[], answers: number[]) {
  const receivedDeliveries: Received[] = []
  const receive = (headers: IncomingHttpHeaders, body: string): number => {
    const verified = verifyWebhook({ headers, body, secrets, nowMs: clock.nowMs(), toleranceS: 0 })
    const status = verified.ok ? (answers.shift() ?? 204) : 401
    receivedDeliveries.push({ headers, body, status })
    return status
  }
  const server = createServer((request, response) => {
    void buffer(request).then((body) => response.writeHead(receive(request.headers, body.toString())).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { received: receivedDeliveries, port, close: () => (server.closeAllConnections(), server.close()) }
}

/** Runs all calls with a real server, a real receiver and a clock that moves only between the steps. */
export async function recordWebhooks(): Promise<WebhookRecording> {
  using folder = createDataFolder()
  const account = await createAccount(folder.dataDir, 'Studio', { tier: 'studio' })
  const clock = fakeClock(START_MS)
  const [secrets, answers]: [string[], number[]] = [[], []]
  const receiver = await openReceiver(clock, secrets, answers)
  const server = await startInProcessServer(folder.databaseFile, clock, {
    webhookAllow: parseAllowList([`127.0.0.1/32:${receiver.port}`]),
  })
  const calls: Record<string, RecordedExample> = {}
  const address = `http://127.0.0.1:${receiver.port}/kitroom`
  const call = async (name: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    clock.move(STEP_MS)
    const isOwners = path.startsWith(SETTINGS_BASE)
    const headers = { ...(body !== undefined && { 'Content-Type': 'application/json' }) }
    const answer = await fetch(server.url + path, {
      method,
      headers: { ...headers, Authorization: `Bearer ${isOwners ? account.owner_key : account.api_key}` },
      ...(body !== undefined && { body: JSON.stringify(body).replaceAll(SHOWN_ADDRESS, address) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was refused: ${text}`)
    await server.webhooks.idle()
    const reply = JSON.parse(text.replaceAll(address, SHOWN_ADDRESS)) as { data: Record<string, unknown> }
    calls[name] = {
      request: { method, path, headers, ...(body !== undefined && { body }) },
      reply: { status: answer.status, headers: {}, body: reply },
    }
    return reply.data
  }
  server.webhooks.start()
  let secret: string
  try {
    secret = await runCalls({ call, secrets, answers, clock, idle: () => server.webhooks.idle() })
  } finally {
    await server.stop()
    receiver.close()
    await dropDatabase(folder.databaseFile)
  }
  const deliveries: Record<string, Received> = {}
  for (const { body, ...delivery } of receiver.received) {
    const { type } = JSON.parse(body) as { type: string }
    deliveries[type] ??= { ...delivery, body: body.replaceAll(address, SHOWN_ADDRESS) }
  }
  return {
    calls,
    secret,
    deliveries,
    statuses: receiver.received.map(({ status }) => status),
    largest: receiver.received.at(-1)?.body ?? '',
  }
}

interface Context {
  call: (name: string, method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>
  secrets: string[]
  answers: number[]
  clock: FakeClock
  idle: () => Promise<void>
}

async function runCalls({ call, secrets, answers, clock, idle }: Context): Promise<string> {
  const hooks = `${SETTINGS_BASE}/webhooks`
  const endpoint = await call('register', 'POST', hooks, {
    url: SHOWN_ADDRESS,
    events: ['gear.*', 'maintenance.*', 'shoot.*', 'document.*'],
  })
  const secret = String(endpoint['secret'])
  secrets.push(secret)
  const lens = {
    gear_type: 'lens',
    brand: 'Sigma',
    model: '35mm F1.4 DG DN Art',
    asset_tag: 'KR-0001',
    warranty_expires_on: '2027-03-28',
  }
  const gear = await call('gear', 'POST', `${API_BASE}/gear`, lens)
  const item = `${API_BASE}/gear/${String(gear['id'])}`
  answers.push(503)
  await call('taken', 'PATCH', item, { updates: { status: 'in_use', condition: 'good' } })
  clock.move(RETRY_WAIT_MS)
  await idle()
  const hook = `${hooks}/${String(endpoint['id'])}`
  await call('deliveries', 'GET', `${hook}/deliveries?limit=1`)
  await call('maintenance', 'POST', `${API_BASE}/maintenance`, {
    item_type: 'lens',
    item_id: gear['id'],
    service_type: 'Clean and calibrate',
    service_date: '2026-04-02',
  })
  const shoot = await call('shoot', 'POST', `${API_BASE}/shoots`, {
    title: 'Wedding Miller',
    shoot_date: '2026-05-16',
    shoot_time: '09:30',
  })
  await call('moved', 'PATCH', `${API_BASE}/shoots/${String(shoot['id'])}`, { updates: { shoot_time: '10:00' } })
  await call('gone', 'DELETE', item)
  await call('test', 'POST', `${hook}/test`, {})
  await call('replay', 'POST', `${hook}/replay`, { since: '2026-03-28T09:15:00.000Z' })
  const rotatedSecret = await call('rotate', 'POST', `${hook}/rotate-secret`, { overlap_seconds: 86_400 })
  secrets.splice(0, 1, String(rotatedSecret['secret']))
  await call('after', 'POST', `${API_BASE}/shoots`, { title: 'Portraits Lee', shoot_date: '2026-05-20' })
  await makeLargest(call)
  return secret
}

/** An accessory has the largest body, because of its list field. Each character takes four bytes. */
async function makeLargest(call: Context['call']): Promise<void> {
  const fields = (character: string) => {
    const text = (length: number): string => character.repeat(length)
    const shortFields = ['serial_number', 'asset_tag', 'storage_location', 'warranty_provider'].map((name) => [
      name,
      text(200),
    ])
    const names = {
      brand: text(120),
      model: text(120),
      notes: text(10_000),
      compatible_with: Array.from({ length: 100 }, () => text(200)),
    }
    return { ...names, ...(Object.fromEntries(shortFields) as Record<string, string>) }
  }
  const item = await call('largest', 'POST', `${API_BASE}/gear`, {
    gear_type: 'accessory',
    category: 'other',
    ...fields('𝒳'),
  })
  await call('larger', 'PATCH', `${API_BASE}/gear/${String(item['id'])}`, { updates: fields('𝒴') })
}
