import { afterEach, expect, it } from 'vitest'
import { createClient } from '../../client/client.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { readPlan, uploadSheet } from '../../contract/control.ts'
import { getGear, listGear } from '../../contract/gear.ts'
import { json, problem, startPeer, type Peer } from './peer.ts'

const token = 'sk_studio_not_to_be_seen'
let peer: Peer | undefined

afterEach(async () => peer?.close())

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error',
    (error: unknown) => error,
  )

async function collect(values: AsyncIterable<unknown>, into: unknown[] = []): Promise<unknown[]> {
  for await (const value of values) into.push(value)
  return into
}

it('ends an attempt when its time is up', async () => {
  peer = await startPeer(() => undefined)
  const error = await failure(createClient({ url: peer.url, token, timeoutMs: 200, retries: 0 }).call(listGear))
  expect(error).toBeInstanceOf(ConnectionError)
  expect(String(error)).toContain('no answer within 0.2 s')
})

it('counts a body that drips too slowly as no answer', async () => {
  peer = await startPeer((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"data":')
  })
  expect(await failure(createClient({ url: peer.url, token, timeoutMs: 200, retries: 0 }).call(listGear))).toBeInstanceOf(ConnectionError)
})

it("throws the signal's reason when the caller aborts", async () => {
  peer = await startPeer(() => undefined)
  const abort = new AbortController()
  const call = failure(createClient({ url: peer.url, token }).call(listGear, {}, { signal: abort.signal }))
  abort.abort(new Error('enough'))
  expect(await call).toMatchObject({ message: 'enough' })
  expect(peer.asked.length).toBeLessThan(2)
})

it('does not follow redirects, so that the token goes nowhere else', async () => {
  const other = await startPeer((response) => json(response, 200, {}))
  peer = await startPeer((response) => response.writeHead(302, { location: other.url }).end())
  expect(await failure(createClient({ url: peer.url, token }).call(listGear))).toMatchObject({ status: 302, code: 'unreadable_answer' })
  expect(other.asked).toHaveLength(0)
  await other.close()
})

it("calls a proxy's page what it is", async () => {
  peer = await startPeer((response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'))
  const error = await failure(createClient({ url: peer.url, token }).call(listGear))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 502, code: 'unreadable_answer' })
  expect(String(error)).not.toContain(token)
})

it('escapes path parameters and passes queries, base path kept', async () => {
  peer = await startPeer((response) => json(response, 200, { data: {} }))
  const client = createClient({ url: `${peer.url}/api/v1/`, token })
  await client.call(getGear, { params: { id: '../../x?y' } })
  await client.call(listGear, { query: { q: 'a&b é', limit: 3, type: undefined } })
  expect(peer.asked.map(({ url }) => url)).toEqual(['/api/v1/gear/..%2F..%2Fx%3Fy', '/api/v1/gear?q=a%26b+%C3%A9&limit=3'])
})

it('uploads bytes as they are', async () => {
  peer = await startPeer((response) => json(response, 201, { data: { upload_id: 'u', bytes: 3, sha256: '' } }))
  await createClient({ url: peer.url, token }).upload(uploadSheet, new TextEncoder().encode('a,b'), { query: { name: 'x.csv' } })
  expect(peer.asked[0]).toMatchObject({ method: 'POST', url: '/uploads?name=x.csv', body: 'a,b' })
  expect(peer.asked[0]?.headers['content-type']).toBe('application/octet-stream')
})

it('reads NDJSON that is cut anywhere, even inside a character', async () => {
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

it('says that a stream broke off, after the lines that came', async () => {
  peer = await startPeer((response) => {
    response.writeHead(200)
    response.write('{"a":1}\n{"a":')
    setTimeout(() => response.destroy(), 50)
  })
  const seen: unknown[] = []
  const error = await failure(collect(createClient({ url: peer.url, token }).stream(readPlan, { params: { id: 'x' } }), seen))
  expect(seen).toEqual([{ a: 1 }])
  expect(error).toBeInstanceOf(ConnectionError)
})

it('throws the problem when a stream is refused', async () => {
  peer = await startPeer((response) => problem(response, 404, 'unknown_run'))
  const error = await failure(collect(createClient({ url: peer.url, token }).stream(readPlan, { params: { id: 'x' } })))
  expect(error).toMatchObject({ status: 404, code: 'unknown_run' })
})

it.each(['ftp://x', 'x', 'http://user:secret@x', 'http://x?key=secret'])('refuses the base %s without repeating it', (url) => {
  expect(() => createClient({ url, token })).toThrow(/^The URL must/)
  expect(() => createClient({ url, token })).not.toThrow(/secret/)
})

it('says which path parameter is missing', async () => {
  expect(await failure(createClient({ url: 'http://127.0.0.1:1', token }).call(getGear))).toMatchObject({
    message: 'getGear needs the path parameter "id".',
  })
})
