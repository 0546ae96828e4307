import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTROL_BASE, watchRun } from '../../contract/control/control.ts'
import { generateKey, OWNER_PREFIX } from '../../platform/keyFormat.ts'
import { REFUSAL_BURST } from '../../worker/control/refusalLimit.ts'
import { withShortTimeLimits } from '../support/timeLimits.ts'
import { outcomeOf, type RemoteOutcome, type RemoteReply, type RemoteRequest } from './support/remoteControl.ts'
import { pause, until } from '../support/wait.ts'
import { findLoggedKeys, NAME, openRemoteStudio, SOURCES, type RemoteStudio } from './support/remoteStudio.ts'

/** A stream of this age has its caller checked again. */
const STREAM_CHECK_MS = 5500
/** After this time, a key is checked again before its request is performed. */
const BODY_CHECK_MS = 1500
/** Each test comes from an address of its own, so that refusals of one do not limit another. */
let address = 0
let remote: RemoteStudio

beforeAll(async () => {
  remote = await openRemoteStudio()
})
afterAll(() => remote[Symbol.asyncDispose]())

const raw = (path: string, options: RemoteRequest = {}): Promise<RemoteReply> =>
  remote.raw(path, { from: address, ...options })
const sources = (options: RemoteRequest): Promise<RemoteOutcome> => outcomeOf(raw(SOURCES, options))

describe('the control plane from another machine, in time', () => {
  it('refuses a decision whose key was revoked before its body had arrived', async () => {
    const runId = await remote.plan()
    const made = await remote.makeKey('automation:write')
    const sendRest = Promise.withResolvers<void>()
    const reply = new Promise<number>((resolve, reject) => {
      const headers = { host: NAME, authorization: `Bearer ${made.key}`, 'content-length': '2' }
      const request = httpRequest(
        `${remote.url}${CONTROL_BASE}/runs/${runId}/approve`,
        { method: 'POST', headers },
        (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        },
      )
      request.on('error', reject)
      request.write('{')
      void sendRest.promise.then(() => request.end('}'))
    })
    await until('the key is used', async () => remote.studio.worker.log.some(({ keyId }) => keyId === made.id))
    await remote.studio.settings.delete(`/keys/${made.id}`)
    await pause(BODY_CHECK_MS, 'the check of the key becomes too old')
    sendRest.resolve()
    expect(await reply).toBe(401)
    expect(await remote.studio.sync.get(runId)).toMatchObject({ status: 'waiting' })
    await remote.studio.sync.reject(runId)
  })

  it('ends a stream before its next line, if its key was revoked meanwhile', async () => {
    const { run_id: runId } = await remote.studio.sync.start({ source: 'slow' })
    const made = await remote.makeKey('automation:read')
    await remote.withKey(made.key, async (client) => {
      const lines = client.stream(watchRun, { params: { id: runId } })[Symbol.asyncIterator]()
      expect((await lines.next()).value).toMatchObject({ run_id: runId })
      await remote.studio.settings.delete(`/keys/${made.id}`)
      await pause(STREAM_CHECK_MS, 'the stream reaches the age of its next check')
      remote.answerSlowSource()
      await expect(lines.next()).rejects.toThrow('the connection was cut')
    })
  })

  it('answers 503 while the API hangs, and works again afterwards', async () => {
    address += 1
    remote.api.setSilent(true)
    try {
      // The API is silent until all have their answers, so the worker's own limit ends the checks.
      await withShortTimeLimits(async () => {
        const replies = await Promise.all([
          sources({ key: remote.fullKey }),
          sources({ key: remote.other.owner_key }),
          sources({ key: generateKey(OWNER_PREFIX) }),
        ])
        expect(replies).toEqual(Array.from({ length: 3 }, () => [503, 'api_unavailable']))
        expect((await raw(SOURCES, { key: remote.fullKey })).headers['retry-after']).toBe('2')
      })
      expect(await sources({ key: 'x' }), 'a malformed key needs no check').toEqual([401, 'unauthorized'])
    } finally {
      remote.api.setSilent(false)
    }
    await until('keys are checked again', async () => (await sources({ key: remote.fullKey }))[0] === 200)
    expect(
      remote.studio.worker.log.filter(({ msg }) =>
        String(msg).startsWith('Keys of callers from other machines cannot'),
      ),
    ).toHaveLength(1)
  })

  it('limits refused keys of an address, without limiting keys that work or other addresses', async () => {
    const from = 200
    expect(await sources({ key: remote.fullKey, from })).toEqual([200, undefined])
    const guesses = Array.from({ length: 3 * REFUSAL_BURST }, () => generateKey(OWNER_PREFIX))
    const outcomes: RemoteOutcome[] = []
    // A second gives one more try, so a slow machine has to guess for longer.
    const limited = await until('a key of another account is limited as a guess is', async () => {
      outcomes.push(...(await Promise.all(guesses.map((key) => sources({ key, from })))))
      const reply = await raw(SOURCES, { key: remote.other.owner_key, from })
      return reply.status === 429 && reply
    })
    const refused = outcomes.filter(([status]) => status === 401)
    expect(refused.length).toBeGreaterThanOrEqual(REFUSAL_BURST)
    expect(outcomes.filter(([, code]) => code === 'rate_limited')).toHaveLength(outcomes.length - refused.length)
    expect({ status: limited.status, 'retry-after': limited.headers['retry-after'] }, 'as for a guess').toEqual({
      status: 429,
      'retry-after': '1',
    })
    expect(await sources({ key: remote.fullKey, from })).toEqual([200, undefined])
    expect(await sources({ key: remote.other.owner_key, from: from + 1 })).toEqual([403, 'wrong_account'])
  })

  it('accepts 60 requests at once of a key that is new to it, and of new keys behind one address', async () => {
    const from = 210
    const one = await remote.makeKey('automation:read')
    const many = await Promise.all(Array.from({ length: 15 }, () => remote.makeKey('automation:read')))
    const same = await Promise.all(Array.from({ length: 60 }, () => sources({ key: one.key, from })))
    expect(same.filter(([status]) => status === 200)).toHaveLength(60)
    const different = await Promise.all([...many, ...many].map(({ key }) => sources({ key, from: from + 1 })))
    expect(different.filter(([status]) => status === 200)).toHaveLength(30)
  })

  it('accepts a key that is new to it while its address sends invented ones', async () => {
    const from = 220
    const guess = (): Promise<RemoteOutcome> => sources({ key: generateKey(OWNER_PREFIX), from })
    const guesses = Promise.all(Array.from({ length: 3 * REFUSAL_BURST }, guess))
    const keys = await Promise.all(Array.from({ length: 5 }, () => remote.makeKey('automation:read')))
    expect(await Promise.all(keys.map(({ key }) => sources({ key, from })))).toEqual(keys.map(() => [200, undefined]))
    const refused = (await guesses).map(([status]) => status)
    expect(new Set(refused)).toEqual(new Set([401, 429]))
    const afterwards = await remote.makeKey('automation:read')
    const flood = Promise.all(Array.from({ length: REFUSAL_BURST }, guess))
    expect(await sources({ key: afterwards.key, from })).toEqual([200, undefined])
    expect(new Set((await flood).map(([status]) => status))).toContain(429)
  })

  it('limits a key that is refused again and again, and no other key of its address', async () => {
    const from = 230
    const ended = await remote.makeKey('automation:read')
    expect(await sources({ key: ended.key, from })).toEqual([200, undefined])
    await remote.studio.settings.delete(`/keys/${ended.id}`)
    const outcomes = await until('the key is limited', async () => {
      const tries = await Promise.all(
        Array.from({ length: 2 * REFUSAL_BURST }, () => sources({ key: ended.key, from })),
      )
      const again = await sources({ key: ended.key, from })
      return again[0] === 429 && tries
    })
    expect(new Set(outcomes.map(([status]) => status))).toContain(401)
    const fresh = await remote.makeKey('automation:read')
    expect(await sources({ key: fresh.key, from })).toEqual([200, undefined])
  })

  it('refuses a key with a typing error without asking the API', async () => {
    const typo = `${remote.fullKey.slice(0, -1)}${remote.fullKey.endsWith('a') ? 'b' : 'a'}`
    remote.api.setSilent(true)
    try {
      expect(await sources({ key: typo, from: 240 })).toEqual([401, 'unauthorized'])
    } finally {
      remote.api.setSilent(false)
    }
  })

  it('logs no key', () => {
    expect(findLoggedKeys(remote)).toEqual([])
  })
})
