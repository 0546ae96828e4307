import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { listProblems } from '../../../contract/control/problems.ts'
import { until } from '../../support/wait.ts'
import { openPushStudio, type PushStudio } from './support.ts'

// Google does not answer a push. Intervals of the studio are a tenth, also the hour after a quota.

const INSERT = 'calendar.events.insert'
const QUOTA_DELAY_MS = 360_000

let one: PushStudio
beforeAll(async () => {
  one = await openPushStudio()
  await one.push()
})
afterEach(() => one.google.faults.clear())
afterAll(() => one[Symbol.asyncDispose]())

const problems = async () => (await one.studio.sync.client.call(listProblems)).body.data
const retry = (code: string) =>
  until('it waits', async () => {
    const found = await one.findRetry()
    return found?.code === code && found
  })

it.each([
  [{ status: 429 }, 0],
  [{ status: 403, reason: 'userRateLimitExceeded' }, 0],
  [{ status: 503, retryAfter: 200 }, 200_000],
  [{ cut: true }, 0],
] as const)('%o: the push holds no slot until its next attempt', async (fault, minDelayMs) => {
  await one.createShoot({ title: 'Lookbook' })
  one.google.faults.next(INSERT, fault, 20)
  await one.deliverEvents()
  const { delayMs } = await retry('google_unavailable')
  expect(delayMs).toBeGreaterThanOrEqual(Math.max(1000, minDelayMs))
  expect(delayMs).toBeLessThan(Math.max(6500, minDelayMs + 100))
  one.google.faults.clear()
  await one.terminate()
  await one.push()
  expect(await problems()).toEqual([])
})

it('a push that other calendars leave no place holds no slot either, and resumes', async () => {
  const shoot = await one.createShoot({ title: 'Crowded' })
  const at = new Date(Date.now() + 30_000).toISOString()
  for (let place = 0; place < 8; place++)
    await one.studio.stateSql(
      'insert into google_read (read_id, credential, at, kind) values (?, ?, ?, ?)',
      `p${place}`,
      one.email,
      at,
      'calendar',
    )
  const before = one.google.calls.length
  await one.deliverEvents()
  expect((await retry('google_unavailable')).delayMs).toBeLessThan(6500)
  expect(one.google.calls.slice(before)).toEqual([])
  await one.studio.stateSql('delete from google_read')
  await until('it is written', async () => one.shown().some(({ summary }) => summary === 'Crowded'))
  expect(one.event(shoot).summary).toBe('Crowded')
})

it('several shoots with a fault each: those that are written are not written again', async () => {
  const shoots = [
    await one.createShoot({ title: 'A' }),
    await one.createShoot({ title: 'B' }),
    await one.createShoot({ title: 'C' }),
  ]
  const before = one.count(INSERT)
  one.google.faults.between(INSERT, () => one.google.faults.next(INSERT, { status: 503 }))
  await one.push()
  expect(one.count(INSERT) - before).toBe(4)
  expect(shoots.map((shoot) => one.event(shoot).summary)).toEqual(['A', 'B', 'C'])
})

it('a used-up quota is asked for once an hour, and reported once', async () => {
  const shoot = await one.createShoot({ title: 'Quota' })
  const before = one.google.calls.length
  one.google.faults.next(INSERT, { status: 403, reason: 'quotaExceeded' }, 20)
  await one.deliverEvents()
  expect((await retry('google_unavailable')).delayMs).toBe(QUOTA_DELAY_MS)
  const [problem] = await until('it is a problem', async () => {
    const found = await problems()
    return found.length > 0 && found
  })
  expect(problem).toMatchObject({
    code: 'calendar_stopped',
    detail: expect.stringMatching(/quota .* used up[^]*every hour/) as string,
  })
  await one.patchShoot(shoot, { title: 'Quota, moved' })
  await one.deliverEvents()
  expect((await one.findRetry())?.delayMs).toBe(QUOTA_DELAY_MS)
  expect(one.google.calls.slice(before).map(({ method }) => method)).toEqual([INSERT])
  // The second attempt, an hour later, meets an outage: the problem stays.
  await one.terminate()
  one.google.faults.clear()
  one.google.faults.next(INSERT, { status: 503, retryAfter: 200 })
  await one.wake()
  await until('the outage is met', async () => ((await one.findRetry())?.delayMs ?? 0) === 200_000)
  await one.terminate()
  await one.push()
  expect(one.event(shoot).summary).toBe('Quota, moved')
  await until('it is over', async () => (await problems()).length === 0)
  const rows = await one.studio.stateSql<{ code: string }>("select code from problem where key = 'calendar:team'")
  expect(rows).toEqual([{ code: 'calendar_stopped' }])
})
