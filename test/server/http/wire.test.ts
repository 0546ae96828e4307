import { beforeAll, describe, expect, it } from 'vitest'
import { camera } from '../../support/api.ts'
import { useServer } from '../../support/suite.ts'
import { sendRaw, type WireStep } from '../../support/wire.ts'
import { startTimer, until } from '../../support/wait.ts'

const suite = useServer()

const answersTo = async (...steps: WireStep[]): Promise<string[]> =>
  (await sendRaw(suite.server.url, steps)).map((reply) =>
    `${reply.status} ${(JSON.parse(reply.text || '{}') as { code?: string }).code ?? ''}`.trim(),
  )

const authorized = (): string => `Host: kitroom\r\nAuthorization: Bearer ${suite.alice.key}\r\n`
const get = (path: string): string => `GET ${path} HTTP/1.1\r\n${authorized()}\r\n`
const post = (body: string, ...lines: string[]): string =>
  `POST /api/v1/gear HTTP/1.1\r\n${authorized()}${['Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n${body}`

const body = JSON.stringify(camera())
const length = `Content-Length: ${body.length}`
const CLOSE_HEADER = 'Connection: close'

/** Started before the other tests, because it takes longer than they do together. */
let endlessHead: Promise<{ answers: string[]; early: boolean; endlessBody: string }>

beforeAll(() => {
  const isLimitNear = startTimer(9000)
  let bodyState = 'open'
  // Its limit is 30 seconds. It ends with the server.
  void answersTo(post(body.slice(0, 20), length)).then(() => (bodyState = 'ended'))
  endlessHead = answersTo('GET /api/v1/gear HTTP/1.1\r\nHost: x\r\n').then((answers) => ({
    answers,
    early: !isLimitNear(),
    endlessBody: bodyState,
  }))
})

describe('a request', () => {
  it('can arrive in single bytes', async () => {
    const bytes = Array.from(post(body, length, CLOSE_HEADER))
    expect(
      await answersTo(...bytes.flatMap((byte, index): WireStep[] => (index % 40 === 0 ? [byte, 1] : [byte]))),
    ).toEqual(['201'])
  })

  it('that breaks off stores nothing', async () => {
    const totalBefore = (await suite.alice.get('/gear')).pagination().total
    await sendRaw(suite.server.url, [post(body.slice(0, 20), length), 100], 0)
    await sendRaw(suite.server.url, [post('Z', 'Transfer-Encoding: chunked'), 100], 0)
    expect((await suite.alice.get('/gear')).pagination().total).toBe(totalBefore)
  })

  it('is answered in order when several are pipelined', async () => {
    const all = [
      get('/api/v1/gear/none'),
      post(body, length),
      get('/api/v1/gear?limit=0'),
      post(body, length, CLOSE_HEADER),
    ]
    expect(await answersTo(all.join(''))).toEqual(['404 not_found', '201', '400 invalid_query', '201'])
  })

  it('whose head never ends gets 408 after ten seconds, before one whose body never ends', async () => {
    expect(await endlessHead).toEqual({ answers: ['408 request_timeout'], early: false, endlessBody: 'open' })
  })

  it('with a broken body is audited with the status of its answer', async () => {
    const [reply] = await sendRaw(suite.server.url, [post('zz\r\n', 'Transfer-Encoding: chunked')])
    const find = (): Promise<{ entry: string }[]> =>
      suite.sql('select entry from audit where request_id = ?', reply?.headers['request-id'] ?? '')
    await until('the request is audited', async () => (await find()).length === 1)
    expect(JSON.parse((await find())[0]?.entry ?? '')).toMatchObject({
      status: 400,
      error: 'invalid_request',
      method: 'POST',
      route: '/gear',
    })
  })
})
