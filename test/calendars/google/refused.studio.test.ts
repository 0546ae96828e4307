import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProblems } from '../../../contract/control/problems.ts'
import type { Item } from '../../support/api.ts'
import { runCli } from '../../support/cli.ts'
import { until } from '../../support/wait.ts'
import { openPushStudio, type PushStudio } from './support.ts'

// Google refuses single events, sync tokens and sequence numbers.

let one: PushStudio
beforeAll(async () => {
  one = await openPushStudio()
  one.calendar.refusedTitle = 'Forbidden'
})
afterAll(() => one[Symbol.asyncDispose]())

const problems = async () => (await one.studio.sync.client.call(listProblems)).body.data
const check = () => runCli(['google', 'check'], { KITROOM_DATA_DIR: one.studio.folder.dataDir })
const countInserts = (): number => one.count('calendar.events.insert')
/** Moves the last refusal into the past. */
async function age(hours: number): Promise<void> {
  const [row] = await one.studio.stateSql<{ refused_at: string }>(
    'select refused_at from google_event where refusal is not null',
  )
  const at = Temporal.Instant.from(row?.refused_at ?? '').subtract({ hours })
  await one.studio.stateSql('update google_event set refused_at = ? where refusal is not null', at.toString())
}

describe('a refused event', () => {
  let shoot: Item

  it('is reported with Google’s own sentence, and not tried again by each push', async () => {
    shoot = await one.createShoot({ title: 'Forbidden word' })
    const beside = await one.createShoot({ title: 'Beside' })
    await one.push()
    expect(one.event(beside).summary).toBe('Beside')
    await until('it is a problem', async () => (await problems()).length > 0)
    expect(await problems()).toMatchObject([
      {
        code: 'calendar_events_refused',
        detail: expect.stringContaining(
          '"Forbidden word": Google refuses the event (400, invalid: "The event title is not allowed.").',
        ) as string,
      },
    ])
    const before = countInserts()
    await age(23)
    await one.push()
    expect(countInserts()).toBe(before)
  })

  it('is tried again after a day', async () => {
    const before = countInserts()
    await age(25)
    await one.push()
    expect(countInserts()).toBe(before + 1)
    await one.push()
    expect(countInserts()).toBe(before + 1)
  })

  it('is tried again by "google check", which is green once it is written', async () => {
    const before = countInserts()
    const refused = await check()
    expect(refused).toEqual({
      code: 1,
      err: '',
      out: expect.stringContaining(
        'Not written: "Forbidden word". Google refuses the event (400, invalid: "The event title is not allowed.").',
      ) as string,
    })
    await until('it is tried', () => countInserts() === before + 1)
    one.calendar.refusedTitle = undefined
    await check()
    await until('it is written', () => one.shown().some(({ summary }) => summary === 'Forbidden word'))
    await one.push()
    expect((await check()).code).toBe(0)
    await until('it is over', async () => (await problems()).length === 0)
    await one.deleteShoot(shoot)
    await one.push()
  })

  it('is forgotten when its shoot is cancelled', async () => {
    one.calendar.refusedTitle = 'Forbidden'
    const cancelled = await one.createShoot({ title: 'Forbidden too' })
    await one.push()
    await until('it is a problem', async () => (await problems()).length > 0)
    await one.patchShoot(cancelled, { status: 'cancelled' })
    await one.push()
    await until('it is over', async () => (await problems()).length === 0)
    expect((await check()).code).toBe(0)
    one.calendar.refusedTitle = undefined
  })
})

it('a sync token that Google does not know costs one full list', async () => {
  const shoot = await one.createShoot({ title: 'Token' })
  await one.push()
  await one.forgetReconciliation()
  await one.push()
  one.calendar.editEvent(one.event(shoot).id, { summary: 'Changed' })
  one.calendar.forgetSyncTokens()
  const before = one.count('calendar.events.list')
  await one.forgetReconciliation()
  await one.push()
  expect({ lists: one.count('calendar.events.list') - before, summary: one.event(shoot).summary }).toEqual({
    lists: 2,
    summary: 'Token',
  })
})

it('a sequence that somebody raised meanwhile is read again', async () => {
  const shoot = await one.createShoot({ title: 'Sequence' })
  await one.push()
  const { id } = one.event(shoot)
  one.google.faults.between('calendar.events.get', () => one.calendar.raiseSequence(id, 7))
  await one.patchShoot(shoot, { title: 'Sequence, moved' })
  await one.push()
  expect(one.event(shoot)).toMatchObject({ summary: 'Sequence, moved', sequence: 8 })
})
