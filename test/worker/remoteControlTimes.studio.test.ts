import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTROL_BASE, watchRun } from '../../contract/control/control.ts'
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
          sources({ key: `ok_studio_${'b'.repeat(49)}` }),
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
    const guesses = Array.from(
      { length: 3 * REFUSAL_BURST },
      (_, index) => `ok_studio_${String(index).padStart(49, 'c')}`,
    )
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

  it('logs no key', () => {
    expect(findLoggedKeys(remote)).toEqual([])
  })
})
