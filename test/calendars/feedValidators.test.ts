// @postgres
// What a reader of a feed gets when it has the bytes already, and when several ask at once.
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFeedStudio, type FeedStudio } from './feedStudio.ts'

const CONFIG = `calendars:
  - id: team
    name: Shoots of the studio
    color: turquoise
    include: [client, notes]
    default_duration: 1h30m
`

let studio: FeedStudio
let team = ''

beforeAll(async () => {
  studio = await openFeedStudio({ zone: 'Europe/Berlin', config: CONFIG, startsAt: '2026-03-02T11:00:00.500Z' })
  team = await studio.address('team')
})
afterAll(() => studio[Symbol.asyncDispose]())

it('an unchanged inventory costs one conditional request, and the feed has the same bytes', async () => {
  const firstAnswer = await studio.ask(team)
  const requestsBefore = studio.requestCount()
  const secondAnswer = await studio.ask(team)
  expect(secondAnswer.bytes.equals(firstAnswer.bytes)).toBe(true)
  expect(studio.requestCount()).toBe(requestsBefore + 1)
  expect(await studio.stateSql('select count(etag) as kept from calendar_read')).toEqual([{ kept: 1 }])
})

it('a reader with current bytes gets 304, by ETag or by time, in each content coding', async () => {
  studio.clock.move(60_000)
  const plainAnswer = await studio.ask(team)
  expect(plainAnswer.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=900',
    vary: 'accept-encoding',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
  })
  const { etag, 'last-modified': modified } = plainAnswer.headers as Record<string, string>
  const packed = await studio.ask(team, { 'accept-encoding': 'br, gzip;q=0.5' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.bytes).equals(plainAnswer.bytes)).toBe(true)
  expect(packed.headers['etag']).not.toBe(etag)
  expect((await studio.ask(team, { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined()
  const matchingHeaders: Record<string, string>[] = [
    { 'if-none-match': etag ?? '' },
    { 'if-none-match': `"other", W/${etag}` },
    { 'if-none-match': '*' },
    { 'if-none-match': String(packed.headers['etag']), 'accept-encoding': 'gzip' },
    { 'if-modified-since': modified ?? '' },
  ]
  for (const headers of matchingHeaders) {
    const answer = await studio.ask(team, headers)
    expect({
      headers,
      status: answer.status,
      byteCount: answer.bytes.length,
      'last-modified': answer.headers['last-modified'],
    }).toEqual({
      headers,
      status: 304,
      byteCount: 0,
      'last-modified': modified,
    })
  }
  const otherHeaders: Record<string, string>[] = [
    { 'if-none-match': '"other"', 'if-modified-since': modified ?? '' },
    { 'if-none-match': String(packed.headers['etag']) },
    { 'if-modified-since': new Date(Date.parse(modified ?? '') - 1000).toUTCString() },
    { 'if-modified-since': 'yesterday' },
  ]
  for (const headers of otherHeaders)
    expect({ headers, status: (await studio.ask(team, headers)).status }).toEqual({ headers, status: 200 })
  const headAnswer = await studio.ask(team, {}, 'HEAD')
  expect({
    status: headAnswer.status,
    byteCount: headAnswer.bytes.length,
    etag: headAnswer.headers['etag'],
    'content-length': headAnswer.headers['content-length'],
  }).toEqual({ status: 200, byteCount: 0, etag, 'content-length': String(plainAnswer.bytes.length) })
  studio.clock.move(10_000)
  const shoot = await studio.createShoot({ title: 'New bytes' })
  const changedAnswer = await studio.ask(team, { 'if-none-match': etag ?? '' })
  expect(changedAnswer.status).toBe(200)
  expect(changedAnswer.bytes.includes(shoot.id)).toBe(true)
  expect(Date.parse(String(changedAnswer.headers['last-modified']))).toBeGreaterThan(Date.parse(modified ?? ''))
})

it('a version of a feed has one ETag and one Last-Modified, for a reader whose time is before its own, at it or after it', async () => {
  const validatorsAfter = async (moveMs: number) => {
    studio.clock.move(moveMs)
    const { etag, date, 'last-modified': modified } = (await studio.ask(team)).headers
    expect(Date.parse(String(date)), 'Date').toBeGreaterThanOrEqual(Date.parse(String(modified)))
    return { etag, modified }
  }
  await studio.createShoot({ title: 'First version' })
  const first = await validatorsAfter(60_000)
  // The second version of one second is of the next one, which no reader has reached yet.
  await studio.createShoot({ title: 'Second version' })
  const second = await validatorsAfter(0)
  expect(Date.parse(String(second.modified))).toBe(Date.parse(String(first.modified)) + 1000)
  expect(second.etag).not.toBe(first.etag)
  // Another worker reads the shared clock, and then finds the version that this one stored later.
  expect(await validatorsAfter(-1)).toEqual(second)
  expect(await validatorsAfter(1001)).toEqual(second)
  expect(await validatorsAfter(5000)).toEqual(second)
})

it('concurrent requests share one refresh, the next ones use it while it is fresh, and none waits without limit', async () => {
  const times = { maxAgeMs: 30_000, maxWaitMs: 300 }
  await using ownStudio = await openFeedStudio({
    zone: 'UTC',
    config: CONFIG,
    startsAt: '2026-03-02T11:00:00.000Z',
    times,
  })
  const path = await ownStudio.address('team')
  await Promise.all(Array.from({ length: 10 }, () => ownStudio.text(path)))
  const shoot = await ownStudio.createShoot()
  ownStudio.clock.move(29_999)
  expect(await ownStudio.text(path)).not.toContain(shoot.id)
  expect(ownStudio.requestCount()).toBe(1)
  ownStudio.clock.move(1)
  expect(await ownStudio.text(path)).toContain(shoot.id)
  expect(ownStudio.requestCount()).toBe(2)
  const textBefore = await ownStudio.text(path)
  await ownStudio.hangServer()
  ownStudio.clock.move(30_000)
  expect(await ownStudio.text(path)).toBe(textBefore)
})
