import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, type Client } from '../../client/client.ts'
import { createGear, deleteGear, getGear, listGear, updateGear } from '../../contract/api/gear.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { getProfile } from '../../contract/api/profile.ts'
import { startLocalServer, type LocalServer } from '../support/localServer.ts'

let server: LocalServer
let client: Client

beforeAll(async () => {
  server = await startLocalServer()
  client = createClient({ url: server.url + API_BASE, token: server.apiKey })
})
afterAll(async () => {
  await client.close()
  await server.stop()
})

it('the client creates once under one Idempotency-Key, reads, changes with If-Match and deletes', async () => {
  const body = { gear_type: 'lens', brand: 'Canon', model: 'RF50mm F1.2 L USM', purchase_price: 2299 } as const
  const createdReply = await client.call(createGear, { body }, { idempotencyKey: 'row-1' })
  const repeatReply = await client.call(createGear, { body }, { idempotencyKey: 'row-1' })
  expect(createdReply.status).toBe(201)
  expect(repeatReply.body).toEqual(createdReply.body)
  expect(repeatReply.headers['idempotent-replayed']).toBe('true')
  const params = { id: createdReply.body.data.id }
  const readReply = await client.call(getGear, { params })
  expect(readReply.body.data).toEqual(createdReply.body.data)
  const changedReply = await client.call(
    updateGear,
    { params, body: { updates: { status: 'in_use' } } },
    { ifMatch: readReply.headers['etag'] ?? '' },
  )
  expect(changedReply.body.data.status).toBe('in_use')
  const staleCall = client.call(
    updateGear,
    { params, body: { updates: { status: 'ready' } } },
    { ifMatch: readReply.headers['etag'] ?? '' },
  )
  await expect(staleCall).rejects.toMatchObject({ status: 412, code: 'precondition_failed' })
  expect((await client.call(listGear, { query: { type: 'lens' } })).body.pagination.total).toBe(1)
  expect((await client.call(deleteGear, { params })).body.data.deleted).toBe(true)
  await expect(client.call(getGear, { params })).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

it('an error has all faults of a body and the request id', async () => {
  const body = { gear_type: 'lens', brand: '', model: 'x', purchase_price: -1 } as const
  const error: unknown = await client.call(createGear, { body }).catch((error: unknown) => error)
  expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
  const { errors, requestId } = error as { errors: { pointer: string }[]; requestId: string }
  expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual(['#/brand', '#/purchase_price'])
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
})

it('a wrong key is refused, and the right one reads the profile', async () => {
  const wrongClient = createClient({
    url: server.url + API_BASE,
    token: server.apiKey.slice(0, -1) + (server.apiKey.endsWith('0') ? '1' : '0'),
  })
  await expect(wrongClient.call(getProfile)).rejects.toMatchObject({ status: 401 })
  await wrongClient.close()
  expect((await client.call(getProfile)).body.data.profile.currency).toBe('USD')
})
