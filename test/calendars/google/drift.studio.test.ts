import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProblems } from '../../../contract/control/problems.ts'
import type { Item } from '../../support/api.ts'
import { until } from '../../support/wait.ts'
import { dayOf, openPushStudio, type PushStudio } from './support.ts'

let one: PushStudio
beforeAll(async () => {
  one = await openPushStudio()
})
afterAll(() => one[Symbol.asyncDispose]())

const compare = async (): Promise<void> => {
  await one.forgetReconciliation()
  await one.push()
}
const problems = async () => (await one.studio.sync.client.call(listProblems)).body.data
const codes = async (): Promise<string[]> => (await problems()).map(({ code }) => code)

async function shootInCalendar(title: string): Promise<Item> {
  const shoot = await one.createShoot({ title })
  await one.push()
  return shoot
}

describe('drift: repair', () => {
  it('writes again what a person changed, deleted or restored, and touches no event of a person', async () => {
    const own = one.calendar.addEvent({ summary: 'Dentist', start: { date: dayOf(3) }, end: { date: dayOf(4) } })
    const [edited, deleted, restored] = [
      await shootInCalendar('Edited'),
      await shootInCalendar('Deleted'),
      await shootInCalendar('Restored'),
    ]
    await one.patchShoot(restored, { status: 'cancelled' })
    await compare()
    one.calendar.editEvent(one.event(edited).id, { summary: 'Edited by Grace', location: 'Rome' })
    one.calendar.deleteEvent(one.event(deleted).id)
    one.calendar.restoreEvent(one.event(restored).id)
    await compare()
    expect(
      [one.event(edited), one.event(deleted), one.event(restored)].map(({ summary, status, location }) => [
        summary,
        status,
        location,
      ]),
    ).toEqual([
      ['Edited', 'tentative', undefined],
      ['Deleted', 'tentative', undefined],
      ['Restored', 'cancelled', undefined],
    ])
    expect(one.calendar.event(own.id)).toEqual(own)
    const before = one.google.calls.length
    await compare()
    const methods = new Set(one.google.calls.slice(before).map(({ method }) => method))
    expect(methods).toEqual(new Set(['calendar.events.list']))
  })

  it('finds changes by a full list when Google has forgotten the sync token', async () => {
    const shoot = await shootInCalendar('Forgotten')
    await compare()
    one.calendar.editEvent(one.event(shoot).id, { summary: 'Changed' })
    one.calendar.expireSyncTokens()
    await compare()
    expect(one.event(shoot).summary).toBe('Forgotten')
  })

  it('writes a shoot that changes at the same time as a person changes its event', async () => {
    const shoot = await shootInCalendar('Race')
    one.calendar.editEvent(one.event(shoot).id, { location: 'Rome' })
    await one.patchShoot(shoot, { title: 'Race, moved' })
    await one.push()
    expect(one.event(shoot)).toMatchObject({ summary: 'Race, moved' })
    expect(one.event(shoot).location).toBeUndefined()
  })
})

describe('drift: report', () => {
  it('leaves a change until the shoot changes, and reports it', async () => {
    const shoot = await shootInCalendar('Reported')
    await compare()
    one.configure('', '\n      drift: report')
    one.calendar.editEvent(one.event(shoot).id, { summary: 'Reported, by Grace' })
    await compare()
    expect(one.event(shoot).summary).toBe('Reported, by Grace')
    await until('it is a problem', async () => (await codes()).includes('calendar_events_edited'))
    expect((await problems())[0]).toMatchObject({ title: 'Somebody changed a shoot in the calendar team at Google' })
    await one.patchShoot(shoot, { notes: 'no field of the event' })
    await one.push()
    expect(one.event(shoot).summary).toBe('Reported, by Grace')
    await one.patchShoot(shoot, { title: 'Reported again' })
    await one.push()
    expect(one.event(shoot).summary).toBe('Reported again')
    await until('it is over', async () => !(await codes()).includes('calendar_events_edited'))
    one.calendar.editEvent(one.event(shoot).id, { summary: 'By Grace' })
    await compare()
    expect(one.event(shoot).summary).toBe('By Grace')
    one.configure()
    await one.push()
    expect(one.event(shoot).summary).toBe('Reported again')
  })
})

describe('a calendar that was taken away', () => {
  it.each(['removed share', 'reader'])('(%s) stops, is told once, and goes on after repair', async (kind) => {
    const [kept, gone] = [await shootInCalendar('Kept'), await shootInCalendar('Gone')]
    const events = one.calendar.events().length
    if (kind === 'reader') one.calendar.share(one.email, 'reader')
    else one.calendar.unshare(one.email)
    await one.deleteShoot(gone)
    await one.patchShoot(kept, { title: 'Kept, moved' })
    await one.deliverEvents()
    await until('it is a problem', async () => (await codes()).includes('calendar_stopped'))
    const [problem] = await problems()
    expect(problem?.detail).toContain('add that address with the right "Make changes to events"')
    expect(problem?.detail).toContain(one.email)
    expect(one.calendar.events()).toHaveLength(events)
    one.calendar.share(one.email, 'writer')
    await one.push()
    expect({ summary: one.event(kept).summary, status: one.event(gone).status }).toEqual({
      summary: 'Kept, moved',
      status: 'cancelled',
    })
    await until('it is over', async () => (await codes()).length === 0)
  })
})

describe('cancelled: keep', () => {
  it('leaves a cancelled shoot as free time with a word in its title', async () => {
    one.configure('', '\n      cancelled: keep')
    const shoot = await shootInCalendar('Shown')
    await one.patchShoot(shoot, { status: 'cancelled' })
    await one.push()
    expect(one.event(shoot)).toMatchObject({
      summary: 'Cancelled: Shown',
      status: 'confirmed',
      transparency: 'transparent',
    })
    one.configure()
    await one.push()
    expect(one.event(shoot).status).toBe('cancelled')
  })
})
