import { afterEach, expect, it } from 'vitest'
import { createClient } from '../../client/client.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { createGear, listGear } from '../../contract/api/gear.ts'
import { json, problem, startPeer, type Peer } from './peer.ts'
import { startTimer } from '../support/wait.ts'

const token = 'sk_studio_not_to_be_seen'
const lens = { gear_type: 'lens', brand: 'Canon', model: 'RF50mm F1.2 L USM' } as const
const page = { data: [], pagination: { limit: 50, offset: 0, returned: 0, total: 0 } }
let peer: Peer | undefined

afterEach(async () => peer?.close())

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error',
    (error: unknown) => error,
  )

it('the client retries a GET after 503 and returns the later answer', async () => {
  peer = await startPeer((response, count) =>
    count < 3 ? problem(response, 503, 'overloaded') : json(response, 200, page),
  )
  const answer = await createClient({ url: peer.url, token }).call(listGear)
  expect(answer.body).toEqual(page)
  expect(peer.requests).toHaveLength(3)
  expect(peer.requests[0]?.headers.authorization).toBe(`Bearer ${token}`)
})

it('the client waits for Retry-After before a retry', async () => {
  let hasSecondPassed = (): boolean => false
  peer = await startPeer((response, count) => {
    if (count > 1) return json(response, 200, page)
    hasSecondPassed = startTimer(980)
    problem(response, 429, 'rate_limited', { 'retry-after': '1' })
  })
  await createClient({ url: peer.url, token }).call(listGear)
  expect({ hasSecondPassed: hasSecondPassed(), requestCount: peer.requests.length }).toEqual({
    hasSecondPassed: true,
    requestCount: 2,
  })
})

it('the client throws immediately when Retry-After is more than 30 seconds', async () => {
  peer = await startPeer((response) => problem(response, 429, 'rate_limited', { 'retry-after': '31' }))
  const error = await errorOf(createClient({ url: peer.url, token }).call(listGear))
  expect(error).toMatchObject({ status: 429, code: 'rate_limited', retryAfterMs: 31_000, requestId: 'r-1' })
  expect(peer.requests).toHaveLength(1)
})

it('the client never retries a write without an Idempotency-Key', async () => {
  peer = await startPeer((response) => problem(response, 503, 'overloaded'))
  const client = createClient({ url: peer.url, token })
  expect(await errorOf(client.call(createGear, { body: lens }))).toBeInstanceOf(ApiError)
  expect(peer.requests).toHaveLength(1)
})

it('the client retries a write with an Idempotency-Key, with the same key and body', async () => {
  peer = await startPeer((response, count) =>
    count === 1 ? response.destroy() : json(response, 201, { data: { id: 'x' } }),
  )
  await createClient({ url: peer.url, token }).call(createGear, { body: lens }, { idempotencyKey: 'row-7' })
  expect(peer.requests.map(({ headers, body }) => [headers['idempotency-key'], JSON.parse(body)])).toEqual([
    ['row-7', lens],
    ['row-7', lens],
  ])
})

it('the client does not retry with retries: 0', async () => {
  peer = await startPeer((response) => problem(response, 503, 'overloaded'))
  expect(await errorOf(createClient({ url: peer.url, token, retries: 0 }).call(listGear))).toBeInstanceOf(ApiError)
  expect(peer.requests).toHaveLength(1)
})

it('the client does not retry after other errors', async () => {
  peer = await startPeer((response) => problem(response, 500, 'internal_error'))
  expect(await errorOf(createClient({ url: peer.url, token }).call(listGear))).toMatchObject({
    status: 500,
    detail: 'It is internal_error.',
  })
  expect(peer.requests).toHaveLength(1)
})

it('the client throws a ConnectionError without the token when nothing listens', async () => {
  peer = await startPeer(() => undefined)
  const { url } = peer
  await peer.close()
  const error = await errorOf(createClient({ url, token, retries: 1 }).call(listGear))
  expect(error).toBeInstanceOf(ConnectionError)
  expect(String(error)).toBe(`ConnectionError: No answer from ${url}: nobody listens there.`)
})
