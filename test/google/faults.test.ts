import { describe, expect, it } from 'vitest'
import type { Fault } from './faults.ts'
import {
  createClaims,
  createClient,
  fetchToken,
  JWT_BEARER,
  postToken,
  scopes,
  signAssertion,
  startStudio,
  type Studio,
} from './support.ts'
import { startTimer, until } from '../support/wait.ts'

const BATCH_GET = 'sheets.spreadsheets.values.batchGet'
const BATCH_UPDATE = 'sheets.spreadsheets.values.batchUpdate'
const gear = { title: 'Gear', cells: [['Tag'], ['T-1']] }

const start = (): Promise<Studio> => startStudio([gear], { role: 'writer' })
const read = ({ client, path }: Studio): ReturnType<Studio['client']['get']> => {
  return client.get(`${path}/values:batchGet`, { ranges: 'Gear' })
}
const fetchValues = ({ google, path, token }: Studio): Promise<Response> =>
  fetch(`${google.url}${path}/values:batchGet?ranges=Gear`, { headers: { authorization: `Bearer ${token}` } })

describe('a scripted fault', () => {
  it.each<[Fault & { status: number }, object]>([
    [{ status: 429 }, { status: 'RESOURCE_EXHAUSTED' }],
    [
      { status: 403, reason: 'RATE_LIMIT_EXCEEDED' },
      { status: 'PERMISSION_DENIED', details: [{ reason: 'RATE_LIMIT_EXCEEDED' }] },
    ],
    [{ status: 500 }, { status: 'INTERNAL' }],
    [{ status: 503 }, { status: 'UNAVAILABLE' }],
  ])('answers %o once', async (fault, error) => {
    await using studio = await start()
    studio.google.faults.next(BATCH_GET, fault)
    expect(await studio.client.get(studio.path)).toMatchObject({ status: 200 })
    expect(await read(studio)).toMatchObject({
      status: fault.status,
      body: { error: { code: fault.status, ...error } },
    })
    expect(await read(studio)).toMatchObject({ status: 200 })
  })

  it('answers Retry-After, several times, and in the form of Drive', async () => {
    await using studio = await start()
    const { google, client, spreadsheet } = studio
    google.faults.next('drive.files.get', { status: 403, reason: 'userRateLimitExceeded', retryAfter: 7 }, 2)
    const replies = [1, 2, 3].map(() => client.get(`/drive/v3/files/${spreadsheet.id}`))
    const [first, second, third] = await Promise.all(replies)
    expect(first).toMatchObject({
      status: 403,
      body: { error: { errors: [{ domain: 'usageLimits', reason: 'userRateLimitExceeded' }] } },
    })
    expect(first?.headers.get('retry-after')).toBe('7')
    expect({ secondStatus: second?.status, thirdStatus: third?.status }).toEqual({
      secondStatus: 403,
      thirdStatus: 200,
    })
  })

  it('refuses a token once', async () => {
    await using studio = await start()
    studio.google.faults.next(BATCH_GET, { unauthorizedOnce: true })
    expect((await read(studio)).status).toBe(401)
    expect((await read(studio)).status).toBe(200)
  })

  it('of the token endpoint is answered in its form', async () => {
    await using studio = await start()
    const { google, key } = studio
    google.faults.next('token', { status: 503, retryAfter: 3 })
    const form = { grant_type: JWT_BEARER, assertion: signAssertion(key, createClaims(key, scopes.readSheets)) }
    const response = await postToken(google, form)
    expect({
      status: response.status,
      'retry-after': response.headers.get('retry-after'),
      body: await response.json(),
    }).toEqual({
      status: 503,
      'retry-after': '3',
      body: { error: 'internal_failure', error_description: 'Scripted fault' },
    })
    expect(await postToken(google, form)).toMatchObject({ status: 200 })
  })

  it('cuts the connection half-way through the body', async () => {
    await using studio = await start()
    studio.google.faults.next(BATCH_GET, { cut: true })
    const response = await fetchValues(studio)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    expect(await read(studio)).toMatchObject({ status: 200 })
  })

  it('executes a write and answers 503', async () => {
    await using studio = await start()
    studio.google.faults.next(BATCH_UPDATE, { commitThen: 503 })
    const body = { valueInputOption: 'RAW', data: [{ range: 'Gear!A2', values: [['T-9']] }] }
    expect(await studio.client.post(`${studio.path}/values:batchUpdate`, body)).toMatchObject({
      status: 503,
      body: { error: { status: 'UNAVAILABLE' } },
    })
    expect(await studio.values('Gear!A2')).toEqual([['T-9']])
  })

  it('that answers 503 executes nothing', async () => {
    await using studio = await start()
    studio.google.faults.next(BATCH_UPDATE, { status: 503 })
    const body = { valueInputOption: 'RAW', data: [{ range: 'Gear!A2', values: [['T-9']] }] }
    expect(await studio.client.post(`${studio.path}/values:batchUpdate`, body)).toMatchObject({ status: 503 })
    expect(await studio.values('Gear!A2')).toEqual([['T-1']])
  })

  it('makes an answer or its body wait, and stop ends both', async () => {
    await using studio = await start()
    const { google } = studio
    google.faults.next(BATCH_GET, { slowMs: 80 })
    const hasPassed = startTimer(79)
    expect(await read(studio)).toMatchObject({ status: 200 })
    expect(hasPassed()).toBe(true)

    google.faults.next(BATCH_GET, { slowBodyMs: 3_600_000 })
    const halfAnswer = await fetchValues(studio)
    google.faults.next(BATCH_GET, { slowMs: 3_600_000 })
    const noAnswer = fetchValues(studio)
    const outcomes = Promise.allSettled([halfAnswer.text(), noAnswer])
    await until('three calls', () => google.calls.filter(({ method }) => method === BATCH_GET).length === 3)
    await google.stop()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('needs a method that the emulator has', async () => {
    await using studio = await start()
    expect(() => studio.google.faults.next('sheets.values.batchGet', { status: 500 })).toThrow(
      'is no method of the emulator',
    )
    expect(() => studio.google.faults.between('spreadsheets.get', () => undefined)).toThrow(
      'is no method of the emulator',
    )
  })

  it('can be taken back', async () => {
    await using studio = await start()
    studio.google.faults.next(BATCH_GET, { status: 500 })
    studio.google.faults.clear()
    expect(await read(studio)).toMatchObject({ status: 200 })
  })
})

describe('an edit between two calls', () => {
  it('happens after the first is executed', async () => {
    await using studio = await start()
    studio.google.faults.between(BATCH_GET, () => studio.spreadsheet.setCell('Gear', 'A2', 'edited'))
    expect(await studio.values('Gear')).toEqual([['Tag'], ['T-1']])
    expect(await studio.values('Gear')).toEqual([['Tag'], ['edited']])
    expect(studio.google.calls).toHaveLength(3)
  })
})

describe('the quota of reads', () => {
  it('counts the reads of Sheets in a sliding minute, for each account', async () => {
    let now = Date.parse('2027-03-01T10:00:00Z')
    await using studio = await startStudio([gear], {
      nowMs: () => now,
      spreadsheet: { openToLink: 'reader' },
    })
    const { google, client, path, spreadsheet } = studio
    google.limitReads(2)
    expect(await read(studio)).toMatchObject({ status: 200 })
    now += 40_000
    expect(await client.get(path)).toMatchObject({ status: 200 })
    expect(await read(studio)).toMatchObject({
      status: 429,
      body: {
        error: {
          status: 'RESOURCE_EXHAUSTED',
          message: expect.stringContaining('Read requests per minute per user'),
          details: [{ reason: 'RATE_LIMIT_EXCEEDED' }],
        },
      },
    })
    expect(await client.get(`/drive/v3/files/${spreadsheet.id}`)).toMatchObject({ status: 200 })
    const other = createClient(google, await fetchToken(google, google.addServiceAccount(), scopes.readSheets, now))
    expect(await other.get(path)).toMatchObject({ status: 200 })
    now += 20_001
    expect((await read(studio)).status).toBe(200)
    expect((await read(studio)).status).toBe(429)
    google.limitReads(undefined)
    expect((await read(studio)).status).toBe(200)
  })
})

describe('a defect of the emulator', () => {
  it('is reported when it stops', async () => {
    const studio = await start()
    studio.google.faults.between(BATCH_GET, () => {
      throw new Error('broken edit')
    })
    expect((await fetchValues(studio)).status).toBe(500)
    await expect(studio.google.stop()).rejects.toThrow('broken edit')
  })

  it('is an answer that the discovery document does not allow', async () => {
    const studio = await start()
    studio.spreadsheet.setCell('Gear', 'A1', { value: 1, format: { type: 'MONEY' as never } })
    const url = `${studio.google.url}${studio.path}?includeGridData=true`
    expect((await fetch(url, { headers: { authorization: `Bearer ${studio.token}` } })).status).toBe(500)
    await expect(studio.google.stop()).rejects.toThrow('numberFormat')
  })
})
