import { afterEach, expect, it } from 'vitest'
import { createClient } from '../../client/client.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { createGear, listGear } from '../../contract/gear.ts'
import { json, problem, startPeer, type Peer } from './peer.ts'

const token = 'sk_studio_not_to_be_seen'
const lens = { gear_type: 'lens', brand: 'Canon', model: 'RF50mm F1.2 L USM' } as const
const page = { data: [], pagination: { limit: 50, offset: 0, returned: 0, total: 0 } }
let peer: Peer | undefined

afterEach(async () => peer?.close())

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error',
    (error: unknown) => error,
  )

it('repeats a GET after 503 and answers with what came then', async () => {
  peer = await startPeer((response, count) => (count < 3 ? problem(response, 503, 'overloaded') : json(response, 200, page)))
  const answer = await createClient({ url: peer.url, token }).call(listGear)
  expect(answer.body).toEqual(page)
  expect(peer.asked).toHaveLength(3)
  expect(peer.asked[0]?.headers.authorization).toBe(`Bearer ${token}`)
})

it('waits as long as Retry-After says', async () => {
  peer = await startPeer((response, count) =>
    count === 1 ? problem(response, 429, 'rate_limited', { 'retry-after': '1' }) : json(response, 200, page),
  )
  const startedAtMs = performance.now()
  await createClient({ url: peer.url, token }).call(listGear)
  expect(performance.now() - startedAtMs).toBeGreaterThan(980)
})

it('throws at once when Retry-After asks for more than 30 seconds', async () => {
  peer = await startPeer((response) => problem(response, 429, 'rate_limited', { 'retry-after': '31' }))
  const error = await failure(createClient({ url: peer.url, token }).call(listGear))
  expect(error).toMatchObject({ status: 429, code: 'rate_limited', retryAfterMs: 31_000, requestId: 'r-1' })
  expect(peer.asked).toHaveLength(1)
})

it('never repeats a write without an Idempotency-Key', async () => {
  peer = await startPeer((response) => problem(response, 503, 'overloaded'))
  const client = createClient({ url: peer.url, token })
  expect(await failure(client.call(createGear, { body: lens }))).toBeInstanceOf(ApiError)
  expect(peer.asked).toHaveLength(1)
})

it('repeats a write that carries an Idempotency-Key, with the same key and body', async () => {
  peer = await startPeer((response, count) => (count === 1 ? response.destroy() : json(response, 201, { data: { id: 'x' } })))
  await createClient({ url: peer.url, token }).call(createGear, { body: lens }, { idempotencyKey: 'row-7' })
  expect(peer.asked.map(({ headers, body }) => [headers['idempotency-key'], JSON.parse(body)])).toEqual([
    ['row-7', lens],
    ['row-7', lens],
  ])
})

it('repeats nothing with retries: 0', async () => {
  peer = await startPeer((response) => problem(response, 503, 'overloaded'))
  expect(await failure(createClient({ url: peer.url, token, retries: 0 }).call(listGear))).toBeInstanceOf(ApiError)
  expect(peer.asked).toHaveLength(1)
})

it('does not repeat other refusals', async () => {
  peer = await startPeer((response) => problem(response, 500, 'internal_error'))
  expect(await failure(createClient({ url: peer.url, token }).call(listGear))).toMatchObject({ status: 500, detail: 'It is internal_error.' })
  expect(peer.asked).toHaveLength(1)
})

it('gives up with a ConnectionError when nobody listens, without showing the token', async () => {
  peer = await startPeer(() => undefined)
  const { url } = peer
  await peer.close()
  const error = await failure(createClient({ url, token, retries: 1 }).call(listGear))
  expect(error).toBeInstanceOf(ConnectionError)
  expect(String(error)).toBe(`ConnectionError: No answer from ${url}: nobody listens there.`)
})
