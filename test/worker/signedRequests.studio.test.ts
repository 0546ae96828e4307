import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTROL_BASE } from '../../contract/control/control.ts'
import { formatSignedText } from '../../contract/control/signedRequest.ts'
import { systemClock } from '../../platform/clock.ts'
import { generateKey, OWNER_PREFIX } from '../../platform/keyFormat.ts'
import { createSigningKeyPair } from '../../platform/requestSignature.ts'
import { addKey, createAccount } from '../support/account.ts'
import { openBrowser } from '../support/console.ts'
import { startInProcessServer } from '../support/server.ts'
import { sendRecorded, type RecordedReply, type RecordedRequest } from './support/recordingProxy.ts'
import { sendLines } from './support/remoteControl.ts'
import { BASE, openSignedStudio, openSigner, readClaims, type SignedStudio } from './support/signedStudio.ts'

const SOURCES = { method: 'GET', target: `${CONTROL_BASE}/sources` }
let signed: SignedStudio

beforeAll(async () => {
  signed = await openSignedStudio()
})
afterAll(() => signed[Symbol.asyncDispose]())

const send = (request: RecordedRequest): Promise<RecordedReply> => sendRecorded(signed.workerUrl, request)

/** Records a request of the console that the worker does not get. */
async function capture(method: string, path: string, body?: unknown): Promise<RecordedRequest> {
  signed.wire.isHolding = true
  await signed.browser.send(method, BASE + path, body)
  signed.wire.isHolding = false
  return signed.wire.last()
}

const refusal = (detail: RegExp): object => ({
  status: 401,
  code: 'unauthorized',
  detail: expect.stringMatching(detail),
})

describe('a signed request of the console', () => {
  it('is believed without a question about it: one request to the server instead of two', async () => {
    expect((await signed.browser.send('GET', `${BASE}/sources`)).status).toBe(200)
    const { length } = signed.api.requests
    for (let number = 0; number < 20; number += 1)
      expect((await signed.browser.send('GET', `${BASE}/problems`)).status).toBe(200)
    const asked = signed.api.requests.slice(length).map(({ target }) => target)
    expect(asked.filter((target) => target.startsWith('/settings/') || target.startsWith('/console/'))).toEqual([])
  })

  it('names account, key, scopes, session, browser and body', async () => {
    const { claims } = readClaims(await capture('POST', '/runs', { source: 'main', decide: 'wait' }))
    expect(claims).toMatchObject({
      account_id: signed.studio.accountId,
      key: { id: expect.any(String), hint: expect.stringMatching(/^ok_studio_….{4}$/) },
      browser_ip: '127.0.0.1',
      expires_at_ms: claims.issued_at_ms + 30_000,
      body: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(claims.scopes).toContain('automation:write')
  })

  it('counts once, whoever sends it again', async () => {
    expect((await signed.browser.send('GET', `${BASE}/sources`)).status).toBe(200)
    expect(await send(signed.wire.last())).toMatchObject(refusal(/used before/))
    const held = await capture('GET', '/sources')
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(held)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 401),
    ])
  })

  it('is refused with another method, path, query, host or body', async () => {
    const run = await capture('POST', '/runs', { source: 'main', decide: 'wait' })
    const changes: Partial<RecordedRequest>[] = [
      { method: 'PUT' },
      { target: `${CONTROL_BASE}/sources/main/abort` },
      { target: `${run.target}?x=1` },
      { target: `${run.target}?` },
      { headers: { ...run.headers, host: 'worker.example' } },
      { headers: { ...run.headers, host: '127.0.0.1' } },
    ]
    for (const change of changes)
      expect({ change, ...(await send({ ...run, ...change })) }).toMatchObject(refusal(/does not fit the request/))
    const body = Buffer.from(run.body.toString().replace('wait', 'skip'))
    expect(await send({ ...run, body })).toMatchObject(refusal(/not the one that the server signed/))
    const list = await capture('GET', '/reminders?limit=1')
    expect(await send({ ...list, target: list.target.replace('=1', '=2') })).toMatchObject(refusal(/does not fit/))
    expect((await send(list)).status, 'unchanged, it is accepted').toBe(200)
    expect(await signed.studio.countInState('run'), 'no run was started').toBe(0)
  })

  it('is refused a minute after it was signed, or when it is of the future', async () => {
    for (const [offsetMs, outcome] of [
      [-20_000, { status: 200 }],
      [20_000, { status: 200 }],
      [-61_000, refusal(/by the clock of the servers. It ends 60 seconds after it was signed/)],
      [120_000, refusal(/by the clock of the servers/)],
    ] as const) {
      await using signer = await openSigner(signed, { nowMs: () => systemClock.nowMs() + offsetMs })
      expect({ offsetMs, ...(await send(await signer.sign(SOURCES))) }).toMatchObject(outcome)
    }
  })

  it('is refused with an unknown key, with a key of the sender, and with the signature of another request', async () => {
    const held = await capture('GET', '/sources')
    const { claims, signature } = readClaims(held)
    const own = createSigningKeyPair()
    const host = held.headers['host'] ?? ''
    const forge = (keyId: string, sign: (text: string) => string): RecordedRequest => {
      const encoded = Buffer.from(JSON.stringify({ ...claims, signing_key_id: keyId })).toString('base64url')
      const text = formatSignedText({ ...SOURCES, host }, encoded)
      return { ...held, headers: { ...held.headers, authorization: `Kitroom-Request ${encoded}.${sign(text)}` } }
    }
    expect(await send(forge(randomUUID(), own.sign))).toMatchObject(refusal(/does not know the signing key/))
    expect(await send(forge(claims.signing_key_id, own.sign))).toMatchObject(refusal(/does not fit the request/))
    const raised = { ...claims, sequence: claims.sequence + 1 }
    const encoded = Buffer.from(JSON.stringify(raised)).toString('base64url')
    const authorization = `Kitroom-Request ${encoded}.${signature}`
    expect(await send({ ...held, headers: { ...held.headers, authorization } })).toMatchObject(refusal(/does not fit/))
  })

  it('does nothing at the worker of another account', async () => {
    const { databaseFile, dataDir } = signed.studio.folder
    const other = await createAccount(dataDir, 'Other')
    const browser = openBrowser(signed.server.url)
    const apiKey = await addKey(databaseFile, other.account_id, {})
    expect((await browser.signIn({ api_key: apiKey, owner_key: other.owner_key })).status).toBe(201)
    expect(await browser.send('GET', `${BASE}/sources`)).toBeProblem(403, 'wrong_account')
    await using signer = await openSigner(signed)
    const foreign = await signer.sign({ ...SOURCES, account: other.account_id })
    expect(await send(foreign)).toMatchObject({ status: 403, code: 'wrong_account' })
  })

  it('is accepted however many requests of others are refused at its address', async () => {
    const other = await createAccount(signed.studio.folder.dataDir, 'Other')
    await using signer = await openSigner(signed)
    const sign = (account?: string): Promise<RecordedRequest[]> =>
      Promise.all(Array.from({ length: 60 }, () => signer.sign({ ...SOURCES, ...(account && { account }) })))
    const [own, foreign] = [await sign(), await sign(other.account_id)]
    const invented = own.map((request) => ({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${generateKey(OWNER_PREFIX)}` },
    }))
    const statusesOf = async (requests: RecordedRequest[]): Promise<Set<number>> =>
      new Set((await Promise.all(requests.map(send))).map(({ status }) => status))
    const [refused, , accepted] = await Promise.all([statusesOf(foreign), statusesOf(invented), statusesOf(own)])
    expect({ refused, accepted }).toEqual({ refused: new Set([403]), accepted: new Set([200]) })
  })

  it('is refused when its header comes twice, is too long or has no known form', async () => {
    const { headers } = await capture('GET', '/sources')
    const line = `Authorization: ${headers['authorization']}`
    const ask = (...lines: string[]): Promise<string> =>
      sendLines(signed.workerUrl, [
        `GET ${SOURCES.target} HTTP/1.1`,
        `Host: ${headers['host']}`,
        ...lines,
        'Connection: close',
      ])
    expect(await ask(line, line)).toBe('HTTP/1.1 400 Bad Request')
    expect(await ask(line, 'Authorization: Bearer x')).toBe('HTTP/1.1 400 Bad Request')
    expect(await ask(`${line}x`)).toBe('HTTP/1.1 401 Unauthorized')
    expect(await ask(`Authorization: Kitroom-Request ${'a'.repeat(9000)}.${'b'.repeat(86)}`)).toBe(
      'HTTP/1.1 401 Unauthorized',
    )
    // Node.js closes the connection of headers above its limit.
    expect(await ask(`Authorization: Kitroom-Request ${'a'.repeat(20_000)}`)).toBe('')
    for (const text of ['', ' ', ' a.b', `x ${headers['authorization']}`])
      expect(await ask(`Authorization: Kitroom-Request${text}`)).toBe('HTTP/1.1 401 Unauthorized')
    expect(await ask(line), 'the request itself was not used up').toBe('HTTP/1.1 200 OK')
  })
})

describe('signing keys', () => {
  it('are asked for rarely in a flood of unknown ones, which does not hide a new server', async () => {
    const before = signed.countKeyReads()
    const held = await capture('GET', '/sources')
    const { claims, signature } = readClaims(held)
    const flood = async (): Promise<number[]> => {
      const statuses: number[] = []
      for (let number = 0; number < 10; number += 1) {
        const forged = Buffer.from(JSON.stringify({ ...claims, signing_key_id: randomUUID() })).toString('base64url')
        const authorization = `Kitroom-Request ${forged}.${signature}`
        statuses.push((await send({ ...held, headers: { ...held.headers, authorization } })).status)
      }
      return statuses
    }
    const floods = Promise.all(Array.from({ length: 32 }, flood))
    await using fresh = await startInProcessServer(signed.studio.folder.databaseFile, undefined, {
      workerUrl: signed.wire.url,
    })
    const browser = await signed.signIn(fresh.url)
    expect((await browser.send('GET', `${BASE}/sources`)).status).toBe(200)
    expect(new Set((await floods).flat())).toEqual(new Set([401]))
    // 32 senders wait for the same read each time.
    expect(signed.countKeyReads() - before).toBeLessThan(40)
  })

  it('end with their server', async () => {
    const server = await startInProcessServer(signed.studio.folder.databaseFile, undefined, {
      workerUrl: signed.wire.url,
    })
    const browser = await signed.signIn(server.url)
    expect((await browser.send('GET', `${BASE}/sources`)).status).toBe(200)
    signed.wire.isHolding = true
    await browser.send('GET', `${BASE}/sources`)
    signed.wire.isHolding = false
    const held = signed.wire.last()
    await server.stop()
    await using signer = await openSigner(signed)
    expect((await send(await signer.sign(SOURCES))).status, 'a new key makes the worker read the list').toBe(200)
    expect(await send(held)).toMatchObject(refusal(/does not know the signing key/))
  })

  it('are replaced when their rows were lost, and the console says so until then', async () => {
    expect((await signed.browser.send('GET', `${BASE}/sources`)).status).toBe(200)
    await signed.studio.apiSql('delete from signing_key')
    await using signer = await openSigner(signed)
    expect((await send(await signer.sign(SOURCES))).status).toBe(200)
    const reply = await signed.browser.send('GET', `${BASE}/sources`)
    expect(reply).toBeProblem(503, 'worker_unavailable')
    expect(reply.problem().detail).toMatch(/refuses this server.*does not know the signing key/)
    expect((await signed.browser.send('GET', `${BASE}/sources`)).status).toBe(200)
  })
})

describe('an upload', () => {
  it('has its length signed', async () => {
    const held = await capture('POST', '/uploads?name=a.csv', Buffer.from('Key,Name\nA,B\n'))
    expect(readClaims(held).claims.body).toEqual({ bytes: held.body.length })
    expect(await send({ ...held, body: Buffer.from('Key,Name\nA,B') })).toMatchObject(refusal(/not the one/))
    const again = await capture('POST', '/uploads?name=a.csv', Buffer.from('Key,Name\nA,B\n'))
    expect((await send(again)).status).toBe(201)
    expect(await send(again)).toMatchObject(refusal(/used before/))
  })

  it('cannot stand in for a body that the server has read', async () => {
    await using signer = await openSigner(signed)
    const held = await signer.sign({ method: 'POST', target: `${CONTROL_BASE}/uploads?name=a.csv`, body: 'Key\nA\n' })
    expect((await send(held)).status, 'a digest is more than a length').toBe(201)
  })
})
