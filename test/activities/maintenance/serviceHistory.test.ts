import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findNextService } from '../../../activities/maintenance/findNextService.ts'
import { createClient, type Client } from '../../../client/client.ts'
import { API_BASE } from '../../../contract/api/operations.ts'
import { createApi, type Api, type Item } from '../../support/api.ts'
import { startLocalServer, type LocalServer } from '../../support/localServer.ts'

// A reminder names the last services of its item, with few requests. It does not depend on them.

const SERVICES = 60

let server: LocalServer
let client: Client
let api: Api
let camera: Item
let lists = 0
let isFailing = false

/** Forwards to the API server. Counts lists of completed maintenance, and fails them on demand. */
const proxy = createServer((incoming, outgoing) => {
  const isList = incoming.url?.includes('status=completed') === true
  if (isList) lists++
  if (isList && isFailing) {
    outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('broken')
    return
  }
  const { method, headers } = incoming
  const forwarded = request(new URL(incoming.url ?? '/', server.url), { method, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(outgoing)
  })
  incoming.pipe(forwarded)
})

beforeAll(async () => {
  server = await startLocalServer()
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  client = createClient({
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${API_BASE}`,
    token: server.apiKey,
    retries: 0,
  })
  api = createApi(server.url, server.apiKey)
  camera = await api.createItem({ gear_type: 'camera', brand: 'Canon', model: 'R5' })
  await addService({ service_date: '2040-01-01', service_type: 'Repair' })
})
beforeEach(() => {
  lists = 0
})
afterAll(async () => {
  await client.close()
  proxy.close()
  await server.stop()
})

async function addService(fields: Record<string, unknown>): Promise<void> {
  const service = { item_type: 'camera', item_id: camera.id, service_type: 'Cleaning', ...fields }
  expect((await api.post('/maintenance', service)).status).toBe(201)
}

const factsOf = async (): Promise<string[]> => {
  const reminder = await findNextService(client, '2039-12-30', () => true, AbortSignal.timeout(20_000))
  return (reminder?.facts ?? []).map(({ name, value }) => `${name}: ${value}`)
}

it('an item without completed services has a reminder without them', async () => {
  const facts = await factsOf()
  expect(facts).toContain('Days left: 2')
  expect(facts.filter((fact) => fact.startsWith('Last services'))).toEqual([])
  expect(lists).toBe(1)
})

it('the newest three are named, with two requests even after many', async () => {
  for (let year = 1; year <= SERVICES; year++)
    await addService({
      service_date: `${1970 + year}-06-01`,
      status: 'completed',
      ...(year === SERVICES ? {} : { cost: year }),
    })
  expect(await factsOf()).toContain(
    'Last services: 2030-06-01 Cleaning; 2029-06-01 Cleaning, 59.00 USD; 2028-06-01 Cleaning, 58.00 USD',
  )
  expect(lists).toBe(2)
})

it('if they cannot be read, the reminder has its other facts', async () => {
  isFailing = true
  const facts = await factsOf()
  expect(facts).toContain('Service: Repair')
  expect(facts.at(-1)).toBe('What to do: Complete the record once the work is done, or move it to another date.')
  expect(facts.filter((fact) => fact.startsWith('Last services'))).toEqual([])
})
