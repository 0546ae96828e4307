import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callGoogle } from '../../platform/google/call.ts'
import { connectGoogle } from '../../platform/google/connect.ts'
import type { Credential } from '../../platform/google/credential.ts'
import { GoogleQuotaExceeded, GoogleUnavailable } from '../../platform/google/refused.ts'
import { computeRetryDelayMs } from '../../platform/google/retryDelay.ts'
import type { GooglePurpose } from '../../platform/google/scopes.ts'
import { startGoogle, type FakeGoogle } from './google.ts'
import { signIn } from './signIn.ts'

let google: FakeGoogle
beforeAll(async () => {
  google = await startGoogle()
})
afterAll(() => google.stop())
afterEach(() => {
  google.faults.clear()
  google.calls.length = 0
})

function createAccount(): Credential {
  const { client_email: email, private_key: privateKey, private_key_id: privateKeyId } = google.addServiceAccount()
  return { kind: 'service_account', email, privateKey, privateKeyId }
}

async function call(credential: Credential, purpose: GooglePurpose): Promise<unknown> {
  const subject = { resource: { thing: 'spreadsheet', id: 'record' }, api: 'Google Sheets API' } as const
  const { signal } = new AbortController()
  if (purpose === 'calendar') {
    const clients = await connectGoogle(credential, purpose, google.url)
    return callGoogle(clients, subject, signal, (options) =>
      clients.calendar.events.list({ calendarId: 'c1' }, options),
    )
  }
  const clients = await connectGoogle(credential, purpose, google.url)
  return callGoogle(clients, subject, signal, (options) => clients.drive.files.get({ fileId: 'f1' }, options))
}

const LIST = { sheets: 'drive.files.get', calendar: 'calendar.events.list' } as const
const methods = (): string[] => google.calls.map(({ method }) => method)

describe("Google's library repeats", () => {
  it.each([
    ['service_account', 'sheets'],
    ['service_account', 'calendar'],
    ['person', 'sheets'],
    ['person', 'calendar'],
  ] as const)('no call of %s for %s', async (kind, purpose) => {
    const credential = kind === 'person' ? await signIn(google, purpose, 'ada@example.com') : createAccount()
    google.calls.length = 0
    google.faults.next('token', { status: 503 }, 5)
    await expect(call(credential, purpose)).rejects.toBeInstanceOf(GoogleUnavailable)
    expect(methods()).toEqual(['token'])
    google.faults.clear()
    for (const fault of [{ status: 429 }, { status: 503 }, { cut: true }] as const) {
      google.calls.length = 0
      google.faults.next(LIST[purpose], fault, 5)
      await expect(call(credential, purpose)).rejects.toBeInstanceOf(GoogleUnavailable)
      expect(methods()).toEqual(['token', LIST[purpose]])
      google.faults.clear()
    }
  })
})

describe('the delay between attempts', () => {
  const delaysOf = (error: GoogleUnavailable, attempt: number): number[] =>
    Array.from({ length: 2000 }, () => computeRetryDelayMs(error, { attempt })).toSorted((a, b) => a - b)

  it.each([
    [1, 2],
    [2, 4],
    [3, 8],
    [6, 64],
    [7, 64],
    [5000, 64],
  ])('after attempt %i is random between 1 and %i s', (attempt, maxS) => {
    const delays = delaysOf(new GoogleUnavailable('x'), attempt)
    const spread = maxS * 1000 - 1000
    expect(delays[0]).toBeGreaterThanOrEqual(1000)
    expect(delays[0]).toBeLessThan(1000 + spread * 0.05)
    expect(delays.at(-1)).toBeLessThanOrEqual(maxS * 1000)
    expect(delays.at(-1)).toBeGreaterThan(1000 + spread * 0.95)
    expect(Math.abs((delays[1000] ?? 0) - 1000 - spread / 2)).toBeLessThan(spread * 0.1)
  })

  it('is a longer Retry-After, an hour at most, and never a shorter one', () => {
    const delayOf = (retryAfterMs: number): number => delaysOf(new GoogleUnavailable('x', { retryAfterMs }), 1)[0] ?? 0
    expect(delayOf(90_000)).toBe(90_000)
    expect(delayOf(Number.MAX_SAFE_INTEGER)).toBe(3_600_000)
    expect(delayOf(0)).toBeGreaterThanOrEqual(1000)
  })

  it('is an hour when a quota is used up', () => {
    expect(new Set(delaysOf(new GoogleQuotaExceeded('x', { retryAfterMs: 1000 }), 1))).toEqual(new Set([3_600_000]))
  })
})
