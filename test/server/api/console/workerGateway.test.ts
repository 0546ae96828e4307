import { createServer, request as httpRequest, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listSigningKeys, Session } from '../../../../contract/console.ts'
import { RequestClaims } from '../../../../contract/control/signedRequest.ts'
import { MAX_CONTROL_BODY_BYTES } from '../../../../contract/policies.ts'
import { openDatabase } from '../../../../platform/sql/open.ts'
import type { Actor } from '../../../../server/auth/keyCache.ts'
import { createRequestSigner } from '../../../../server/console/requestSigner.ts'
import { addKey } from '../../../support/account.ts'
import { openBrowser, type Browser } from '../../../support/console.ts'
import { fakeClock, startInProcessServer, type InProcessServer } from '../../../support/server.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { databaseUrl } from '../../../support/testDatabase.ts'
import { until } from '../../../support/wait.ts'
import { sendRaw } from '../../../support/wire.ts'

const BASE = '/console/api/worker/v1'
const RUN = '019d33aa-9b10-7000-8000-00000000000a'
const HOUR_MS = 3_600_000
const suite = useServer({ fakeClock: true })

/** Stands where the worker is: it answers as `answer` says, and checks nothing. */
let target: Server
let answer: (response: ServerResponse) => void
let received: { url: string; authorization: string; bytes: number; isComplete: boolean }[]
let server: InProcessServer
let ownerKey = ''

const sendOk = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')

beforeAll(async () => {
  target = createServer((request, response) => {
    const seen = {
      url: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      bytes: 0,
      isComplete: false,
    }
    received.push(seen)
    request.on('data', (chunk: Buffer) => (seen.bytes += chunk.length))
    request.on('error', () => undefined)
    request.on('end', () => {
      seen.isComplete = true
      answer(response)
    })
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  server = await startInProcessServer(suite.folder.databaseFile, suite.clock, { workerUrl: urlOfTarget() })
  ownerKey = await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, { kind: 'owner' })
})
afterAll(async () => {
  await server.stop()
  target.closeAllConnections()
  target.close()
})

const urlOfTarget = (): string => `http://127.0.0.1:${(target.address() as AddressInfo).port}`

async function signIn(url = server.url): Promise<{ browser: Browser; session: Session }> {
  received = []
  answer = sendOk
  const browser = openBrowser(url)
  const reply = await browser.signIn({ api_key: suite.aliceAccount.api_key, owner_key: ownerKey })
  return { browser, session: Session.parse(reply.data()) }
}

const claimsOf = (authorization: string): RequestClaims =>
  RequestClaims.parse(JSON.parse(Buffer.from(authorization.split(/[ .]/)[1] ?? '', 'base64url').toString()))

const readAudit = async (sessionId: string): Promise<Record<string, unknown>[]> => {
  await server.flushAudit()
  const rows = await suite.sql<{ entry: string }>('select entry from audit where entry like ?', `%"${sessionId}"%`)
  return rows
    .map(({ entry }) => JSON.parse(entry) as Record<string, unknown>)
    .filter(({ route }) => route !== '/session')
}

async function fetchKeys(key: string): Promise<{ status: number; ids: string[] }> {
  const reply = await fetch(`${suite.server.url}/console/api/signing-keys`, {
    headers: { authorization: `Bearer ${key}` },
  })
  if (reply.status !== 200) return { status: reply.status, ids: [] }
  const { data } = listSigningKeys.reply.body.parse(await reply.json())
  return { status: 200, ids: data.map(({ id }) => id) }
}
const listKeys = async (): Promise<string[]> => (await fetchKeys(suite.aliceAccount.api_key)).ids

describe('a request to the worker', () => {
  it('has one audit row with key, session, purpose and address', async () => {
    const { browser, session } = await signIn()
    await browser.send('POST', `${BASE}/runs/${RUN}/approve`, {})
    expect(await readAudit(session.id)).toMatchObject([
      {
        method: 'GET',
        route: '/caller',
        query: `for=approveRun.${RUN}`,
        status: 200,
        key_id: session.owner_key?.id,
        ip: '127.0.0.1',
        object_type: 'keys',
      },
    ])
    expect(received.map(({ url }) => url)).toEqual([`/control/v1/runs/${RUN}/approve`])
  })

  it('has the row of the refusal alone when it reaches no worker', async () => {
    await using alone = await startInProcessServer(suite.folder.databaseFile, suite.clock, {
      workerUrl: 'http://127.0.0.1:9',
    })
    const { browser, session } = await signIn(alone.url)
    expect(await browser.send('GET', `${BASE}/sources`)).toBeProblem(503, 'worker_unavailable')
    await alone.stop()
    expect(await readAudit(session.id)).toMatchObject([
      { route: '/worker/v1', status: 503, error: 'worker_unavailable' },
    ])
  })

  it('has its row also when the worker breaks off, and when it refuses the server', async () => {
    const { browser, session } = await signIn()
    answer = (response) => response.destroy()
    expect(await browser.send('GET', `${BASE}/sources`)).toBeProblem(503, 'worker_unavailable')
    answer = (response) => void response.writeHead(401).end('{"detail":"Send the token of control.json."}')
    const refused = await browser.send('GET', `${BASE}/sources`)
    expect(refused).toBeProblem(503, 'worker_unavailable')
    expect(refused.problem().detail).toMatch(
      /^The worker refuses this server: both need the same version .* It says: Send the token of control\.json\./,
    )
    expect((await readAudit(session.id)).map(({ route }) => route)).toEqual([
      '/caller',
      '/worker/v1',
      '/caller',
      '/worker/v1',
    ])
  })

  it('is not sent with a body that is too large, or with an upload of unknown length', async () => {
    const { browser } = await signIn()
    const large = await browser.send('POST', `${BASE}/bulk-edits`, 'x'.repeat(MAX_CONTROL_BODY_BYTES + 1))
    expect(large).toBeProblem(413, 'body_too_large')
    const head = writeHead(browser, '/uploads?name=a.csv', 'Transfer-Encoding: chunked')
    const [chunked] = await sendRaw(server.url, [`${head}3\r\nabc\r\n0\r\n\r\n`], 1)
    expect(JSON.parse(chunked?.text ?? '')).toMatchObject({
      status: 400,
      code: 'invalid_request',
      detail: expect.stringMatching(/Content-Length/),
    })
    expect(received).toEqual([])
  })
})

/** Lines of a write, as a page sends it. */
function writeHead(browser: Browser, path: string, framing: string): string {
  const { origin, host } = new URL(server.url)
  return [
    `POST ${BASE}${path} HTTP/1.1`,
    `Host: ${host}`,
    `Cookie: ${browser.cookie}`,
    `Origin: ${origin}`,
    'X-Kitroom-Console: 1',
    framing,
    '\r\n',
  ].join('\r\n')
}

/** Sends three of six bytes of an upload. @returns the problem that answers them */
const sendPart = (browser: Browser): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { hostname, port, origin } = new URL(server.url)
    const headers = { cookie: browser.cookie ?? '', origin, 'x-kitroom-console': '1', 'content-length': '6' }
    const path = `${BASE}/uploads?name=a.csv`
    const request = httpRequest({ hostname, port, path, method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => {
        request.destroy()
        resolve(JSON.parse(text))
      })
    })
    request.on('error', reject)
    request.write('abc')
  })

describe('a session that ends', () => {
  const end = async ({ id }: Session): Promise<void> => {
    const settings = createSettings(suite.server.url, suite.aliceAccount.owner_key)
    expect((await settings.delete(`/sessions/${id}`)).status).toBe(200)
  }

  it('cuts its upload before the worker has all of it', async () => {
    const { browser, session } = await signIn()
    const reply = sendPart(browser)
    await until('the worker has a part', async () => received[0]?.bytes === 3)
    await end(session)
    expect(await reply).toMatchObject({ status: 401, code: 'session_ended' })
    expect(received).toMatchObject([{ isComplete: false }])
  })

  it('cuts its silent stream, also when it gets another owner key', async () => {
    for (const stop of [
      ({ session }: { session: Session }) => end(session),
      async ({ browser }: { browser: Browser }) =>
        void (await browser.send('PATCH', '/console/api/session', { owner_key: suite.aliceAccount.owner_key })),
    ]) {
      const signedIn = await signIn()
      answer = (response) => void response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write('{}\n')
      const stream = signedIn.browser.send('GET', `${BASE}/runs/${RUN}/progress`).then(
        () => 'complete',
        () => 'cut',
      )
      await until('the stream runs', async () => received.length > 0)
      await stop(signedIn)
      expect(await stream).toBe('cut')
    }
  })

  it('ends a request that waits for its answer', async () => {
    const { browser, session } = await signIn()
    answer = () => undefined
    const reply = browser.send('GET', `${BASE}/sources`)
    await until('the worker has the request', async () => received.length > 0)
    await end(session)
    expect(await reply).toBeProblem(401, 'session_ended')
  })
})

describe('the signing key of a server', () => {
  const readKeyId = async (browser: Browser): Promise<string> => {
    received = []
    await browser.send('GET', `${BASE}/sources`)
    return claimsOf(received[0]?.authorization ?? '').signing_key_id
  }

  it('is listed to API keys alone', async () => {
    const { browser } = await signIn()
    expect(await listKeys()).toContain(await readKeyId(browser))
    expect((await fetchKeys(suite.aliceAccount.owner_key)).status).toBe(401)
    expect(await browser.send('GET', '/console/api/signing-keys')).toBeProblem(401, 'missing_api_key')
    const rows = await suite.sql('select * from signing_key')
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(['created_at', 'expires_at', 'id', 'public_key'])
  })

  it('is renewed by use, and replaced when it has expired', async () => {
    const { browser } = await signIn()
    const first = await readKeyId(browser)
    for (let halfHours = 0; halfHours < 4; halfHours += 1) {
      suite.clock.move(HOUR_MS / 2)
      expect(await readKeyId(browser)).toBe(first)
    }
    suite.clock.move(HOUR_MS + 1)
    expect(await listKeys(), 'an unused key has expired').not.toContain(first)
    const second = await readKeyId(browser)
    expect(second).not.toBe(first)
  })

  it('is replaced when the clock was set back, so that no key lives longer than an hour', async () => {
    const clock = fakeClock(suite.clock.nowMs())
    const db = await openDatabase(await databaseUrl(suite.folder.databaseFile))
    const signer = createRequestSigner(db, clock)
    const signKeyId = async (): Promise<string> => {
      const actor = {
        account: RUN,
        keyId: RUN,
        sessionId: RUN,
        keyName: '',
        keyHint: '',
        scopes: new Set(),
      } as unknown as Actor
      const body = { bytes: 0 }
      return claimsOf(await signer.sign({ method: 'GET', host: '', target: '/', actor, ip: '', body })).signing_key_id
    }
    const first = await signKeyId()
    expect(await signKeyId()).toBe(first)
    clock.move(-1)
    expect(await signKeyId()).not.toBe(first)
    await signer.close()
    await db.close()
  })

  it('ends when the server stops', async () => {
    const other = await startInProcessServer(suite.folder.databaseFile, suite.clock, { workerUrl: urlOfTarget() })
    const id = await readKeyId((await signIn(other.url)).browser)
    expect(await listKeys()).toContain(id)
    await other.stop()
    expect(await listKeys()).not.toContain(id)
  })
})
