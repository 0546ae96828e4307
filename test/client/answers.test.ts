import { afterEach, expect, it } from 'vitest'
import { createClient } from '../../client/client.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { readPlan } from '../../contract/control/control.ts'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import { getGear, listGear } from '../../contract/api/gear.ts'
import { json, problem, startPeer, type Peer } from './peer.ts'

const token = 'sk_studio_not_to_be_seen'
let peer: Peer | undefined

afterEach(async () => peer?.close())

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error',
    (error: unknown) => error,
  )

async function collect(values: AsyncIterable<unknown>, collected: unknown[] = []): Promise<unknown[]> {
  for await (const value of values) collected.push(value)
  return collected
}

it('the client ends an attempt at its timeout', async () => {
  peer = await startPeer(() => undefined)
  const error = await errorOf(createClient({ url: peer.url, token, timeoutMs: 200, retries: 0 }).call(listGear))
  expect(error).toBeInstanceOf(ConnectionError)
  expect(String(error)).toContain('no answer within 0.2 s')
})

it('the client treats a body that is too slow as no answer', async () => {
  peer = await startPeer((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"data":')
  })
  expect(
    await errorOf(createClient({ url: peer.url, token, timeoutMs: 200, retries: 0 }).call(listGear)),
  ).toBeInstanceOf(ConnectionError)
})

it("the client throws the signal's reason when the caller aborts", async () => {
  peer = await startPeer(() => undefined)
  const abort = new AbortController()
  const call = errorOf(createClient({ url: peer.url, token }).call(listGear, {}, { signal: abort.signal }))
  abort.abort(new Error('enough'))
  expect(await call).toMatchObject({ message: 'enough' })
  expect(peer.requests.length).toBeLessThan(2)
})

it('the client does not follow redirects, so that no other server gets the token', async () => {
  const otherPeer = await startPeer((response) => json(response, 200, {}))
  peer = await startPeer((response) => response.writeHead(302, { location: otherPeer.url }).end())
  expect(await errorOf(createClient({ url: peer.url, token }).call(listGear))).toMatchObject({
    status: 302,
    code: 'unreadable_answer',
  })
  expect(otherPeer.requests).toHaveLength(0)
  await otherPeer.close()
})

it('the client reports the HTML page of a proxy as unreadable_answer', async () => {
  peer = await startPeer((response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  )
  const error = await errorOf(createClient({ url: peer.url, token }).call(listGear))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 502, code: 'unreadable_answer' })
  expect(String(error)).not.toContain(token)
})

it('the client escapes path parameters, sends queries and keeps the base path', async () => {
  peer = await startPeer((response) => json(response, 200, { data: {} }))
  const client = createClient({ url: `${peer.url}/api/v1/`, token })
  await client.call(getGear, { params: { id: '../../x?y' } })
  await client.call(listGear, { query: { q: 'a&b é', limit: 3, type: undefined } })
  expect(peer.requests.map(({ url }) => url)).toEqual([
    '/api/v1/gear/..%2F..%2Fx%3Fy',
    '/api/v1/gear?q=a%26b+%C3%A9&limit=3',
  ])
})

it('the client uploads bytes unchanged', async () => {
  peer = await startPeer((response) => json(response, 201, { data: { upload_id: 'u', bytes: 3, sha256: '' } }))
  await createClient({ url: peer.url, token }).upload(uploadSheet, new TextEncoder().encode('a,b'), {
    query: { name: 'x.csv' },
  })
  expect(peer.requests[0]).toMatchObject({ method: 'POST', url: '/uploads?name=x.csv', body: 'a,b' })
  expect(peer.requests[0]?.headers['content-type']).toBe('application/octet-stream')
})

it('the client reads NDJSON in chunks of any size, even within a character', async () => {
  const bytes = Buffer.from('{"a":"Zoë"}\n\n{"a":"📷"}')
  peer = await startPeer((response) => {
    response.writeHead(200)
    void (async () => {
      for (const byte of bytes) {
        response.write(Buffer.from([byte]))
        await new Promise(setImmediate)
      }
      response.end()
    })()
  })
  const client = createClient({ url: peer.url, token })
  expect(await collect(client.stream(readPlan, { params: { id: 'x' } }))).toEqual([{ a: 'Zoë' }, { a: '📷' }])
})

it('the client throws when a stream breaks off, after the lines received so far', async () => {
  peer = await startPeer((response) => {
    response.writeHead(200)
    response.write('{"a":1}\n{"a":')
    setTimeout(() => response.destroy(), 50)
  })
  const seenValues: unknown[] = []
  const error = await errorOf(
    collect(createClient({ url: peer.url, token }).stream(readPlan, { params: { id: 'x' } }), seenValues),
  )
  expect(seenValues).toEqual([{ a: 1 }])
  expect(error).toBeInstanceOf(ConnectionError)
})

it('the client throws the problem when a stream is refused', async () => {
  peer = await startPeer((response) => problem(response, 404, 'unknown_run'))
  const error = await errorOf(collect(createClient({ url: peer.url, token }).stream(readPlan, { params: { id: 'x' } })))
  expect(error).toMatchObject({ status: 404, code: 'unknown_run' })
})

it.each(['ftp://x', 'x', 'http://user:secret@x', 'http://x?key=secret'])(
  'the client refuses the base %s without repeating it',
  (url) => {
    expect(() => createClient({ url, token })).toThrow(/^The URL must/)
    expect(() => createClient({ url, token })).not.toThrow(/secret/)
  },
)

it('the client names a missing path parameter', async () => {
  expect(await errorOf(createClient({ url: 'http://127.0.0.1:1', token }).call(getGear))).toMatchObject({
    message: 'getGear needs the path parameter "id".',
  })
})
