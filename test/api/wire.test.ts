import { beforeAll, describe, expect, it } from 'vitest'
import { camera } from '../support/api.ts'
import { useServer } from '../support/suite.ts'
import { talk, type Step } from '../support/wire.ts'

const suite = useServer()

const seen = async (...steps: Step[]): Promise<string[]> =>
  (await talk(suite.server.url, steps)).map((reply) => `${reply.status} ${(JSON.parse(reply.text || '{}') as { code?: string }).code ?? ''}`.trim())

const head = (start: string, ...lines: string[]): string => `${[start, 'Host: kitroom', 'Connection: close', ...lines].join('\r\n')}\r\n\r\n`
const authorized = (): string => `Authorization: Bearer ${suite.alice.key}`
const get = (path: string, ...lines: string[]): string => head(`GET ${path} HTTP/1.1`, authorized(), ...lines)
const post = (body: string, ...lines: string[]): string =>
  head('POST /api/v1/gear HTTP/1.1', authorized(), 'Content-Type: application/json', ...lines) + body

const body = JSON.stringify(camera())
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

/** Begun before the other tests, because it takes longer than all of them. */
let endless: Promise<{ answers: string[]; inTime: boolean }>

beforeAll(() => {
  const startedAtMs = performance.now()
  const tookMs = (): number => performance.now() - startedAtMs
  endless = seen('GET /api/v1/gear HTTP/1.1\r\nHost: x\r\n').then((answers) => ({ answers, inTime: tookMs() > 9000 && tookMs() < 14_000 }))
})

describe('what is no HTTP', () => {
  it.each([
    ['a word', 'hello\r\n\r\n'],
    ['an unknown method', 'FETCH /api/v1/gear HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no version', 'GET /api/v1/gear\r\n\r\n'],
    ['a version of the future', 'GET /api/v1/gear HTTP/3.7\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
    ['a blank before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n'],
    ['a bare line feed', 'GET / HTTP/1.1\nHost: x\n\n'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n'],
    ['bytes of a TLS handshake', '\u0016\u0003\u0001\u0000\u00a5\u0001'],
    ['raw UTF-8 in the path', 'GET /gear/ü HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['length and chunks at once', `POST /api/v1/gear HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', 'POST /api/v1/gear HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    ['a signed length', 'POST /api/v1/gear HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nhello'],
  ])('such as %s, is answered 400 with a problem', async (_, text) => {
    expect(await seen(text)).toEqual(['400 invalid_request'])
  })

  it('is answered 431 when it is too long', async () => {
    expect(await seen(`GET /api/v1/gear HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`)).toEqual(['431 headers_too_large'])
    expect(await seen(`GET /${'y'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toEqual(['431 headers_too_large'])
  })

  it('leaves the server as it was', async () => {
    expect((await suite.alice.get('/gear')).status).toBe(200)
  })
})

describe('a request', () => {
  it('needs a Host, one Host', async () => {
    expect(await seen(`GET /api/v1/gear HTTP/1.1\r\n${authorized()}\r\n\r\n`)).toEqual(['400 invalid_request'])
    expect(await seen(`GET /healthz HTTP/1.1\r\n\r\n`)).toEqual(['400 invalid_request'])
    expect(await seen(get('/api/v1/gear', 'Host: other'))).toEqual(['400 invalid_header'])
    expect(await seen(`GET /api/v1/gear HTTP/1.0\r\n${authorized()}\r\n\r\n`)).toEqual(['200'])
  })

  it('may not carry two keys or two types', async () => {
    const [twice] = await talk(suite.server.url, [get('/api/v1/gear', authorized())])
    expect([twice?.status, twice?.headers['www-authenticate']]).toEqual([400, 'Bearer realm="studio", error="invalid_request"'])
    expect(await seen(post(body, 'Content-Type: application/json', `Content-Length: ${body.length}`))).toEqual(['400 invalid_header'])
  })

  it('may name the whole URL, whatever its host', async () => {
    expect(await seen(get('http://evil.example/api/v1/gear?limit=1'))).toEqual(['200'])
    expect(await seen(get('http://evil.example'))).toEqual(['404 not_found'])
    expect(await seen(get('//evil.example/api/v1/gear'))).toEqual(['404 not_found'])
    expect(await seen(get('*'))).toEqual(['400 invalid_request'])
    expect(await seen(get('/api/v1/gear#top'))).toEqual(['400 invalid_request'])
    expect(await seen(get('/api/v1/gear/%zz'))).toEqual(['400 invalid_request'])
    expect(await seen(head('OPTIONS * HTTP/1.1'))).toEqual(['204'])
  })

  it('may come in chunks, and in single bytes', async () => {
    expect(await seen(post(`${chunk(body.slice(0, 9))}${chunk(body.slice(9))}0\r\n\r\n`, 'Transfer-Encoding: chunked'))).toEqual(['201'])
    expect(await seen(post(`${chunk(body)}0\r\nX-Trailer: 1\r\n\r\n`, 'Transfer-Encoding: chunked'))).toEqual(['201'])
    const bytes = Array.from(post(body, `Content-Length: ${body.length}`))
    expect(await seen(...bytes.flatMap((byte, index): Step[] => (index % 40 === 0 ? [byte, 1] : [byte])))).toEqual(['201'])
    expect(await seen(post(`${chunk(body)}0\r\n\r\n`, 'Transfer-Encoding: gzip, chunked'))).toEqual(['400 invalid_header'])
    expect(await seen(post('zz\r\n', 'Transfer-Encoding: chunked'))).toEqual(['400 invalid_request'])
  })

  it('is told to go on, or that it is too large before it has come', async () => {
    expect(await seen(post('', 'Expect: 100-continue', `Content-Length: ${body.length}`), 50, body)).toEqual(['201'])
    expect(await seen(post('', 'Expect: the unexpected', `Content-Length: ${body.length}`))).toEqual(['417 expectation_failed'])
    expect(await seen(post('', 'Content-Length: 100000000'))).toEqual(['413 body_too_large'])
    const endless = Array.from({ length: 40 }, () => chunk(' '.repeat(10_000)))
    expect(await seen(post('', 'Transfer-Encoding: chunked'), ...endless)).toEqual(['413 body_too_large'])
  })

  it('that reads brings no body', async () => {
    expect(await seen(get('/api/v1/gear', 'Content-Length: 2') + '{}')).toEqual(['400 invalid_request'])
    expect(await seen(get('/api/v1/gear', 'Transfer-Encoding: chunked') + '0\r\n\r\n')).toEqual(['400 invalid_request'])
    expect(await seen(get('/api/v1/gear', 'Content-Length: 0'))).toEqual(['200'])
  })

  it('never becomes two', async () => {
    const hidden = `GET /api/v1/profile HTTP/1.1\r\nHost: x\r\n${authorized()}\r\n\r\n`
    expect(await seen(post(`0\r\n\r\n${hidden}`, `Content-Length: 6`, 'Transfer-Encoding: chunked'))).toEqual(['400 invalid_request'])
    const answers = await seen(get('/api/v1/gear', `Content-Length: ${hidden.length}`) + hidden)
    expect(answers).toEqual(['400 invalid_request'])
  })

  it('that breaks off leaves nothing behind', async () => {
    const before = (await suite.alice.get('/gear')).pagination().total
    await talk(suite.server.url, [post(body.slice(0, 20), `Content-Length: ${body.length}`), 100], 0)
    expect((await suite.alice.get('/gear')).pagination().total).toBe(before)
  })

  it('is answered in order when several come at once', async () => {
    const one = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${authorized()}\r\n\r\n`
    const write = `POST /api/v1/gear HTTP/1.1\r\nHost: x\r\n${authorized()}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    expect(await seen(one('/api/v1/gear/none') + write + one('/api/v1/gear?limit=0') + write + get('/api/v1/gear'))).toEqual([
      '404 not_found',
      '201',
      '400 invalid_query',
      '201',
      '200',
    ])
  })

  it('that never ends is given up after ten seconds', async () => {
    expect(await endless).toEqual({ answers: ['408 request_timeout'], inTime: true })
  })
})
