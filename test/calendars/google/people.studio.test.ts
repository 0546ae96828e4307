import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProblems } from '../../../contract/control/problems.ts'
import type { CalendarEvent } from '../../google/calendar/event.ts'
import type { Item } from '../../support/api.ts'
import { until } from '../../support/wait.ts'
import { dayOf, openPushStudio, type PushStudio } from './support.ts'

// People add to the events that Kitroom writes, with the service account of a shared calendar.

let one: PushStudio
beforeAll(async () => {
  one = await openPushStudio({ settings: 'include: [client]' })
})
afterAll(() => one[Symbol.asyncDispose]())

const attendees = [{ email: 'model@example.com', responseStatus: 'accepted' }]
const additions = {
  attendees,
  colorId: '5',
  reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 30 }] },
}

const compare = async (): Promise<void> => {
  await one.forgetReconciliation()
  await one.push()
}
const codes = async (): Promise<string[]> =>
  (await one.studio.sync.client.call(listProblems)).body.data.map(({ code }) => code)
const countPatches = (): number => one.count('calendar.events.patch')

async function shootWith(title: string, changes: Partial<CalendarEvent> = additions): Promise<Item> {
  const shoot = await one.createShoot({ title })
  await one.push()
  one.calendar.editEvent(one.event(shoot).id, changes)
  return shoot
}

describe('guests, colour, reminders and text of people', () => {
  it('stay when the shoot changes, is cancelled and comes back', async () => {
    const shoot = await shootWith('Kept', { ...additions, description: 'Client: Ada<br><br><b>Bring</b> an umbrella' })
    await one.patchShoot(shoot, { title: 'Kept, moved', client_name: 'Grace', shoot_time: null })
    await one.push()
    const description = 'Client: Grace<br><br><b>Bring</b> an umbrella'
    expect(one.event(shoot)).toMatchObject({
      ...additions,
      summary: 'Kept, moved',
      description,
      start: { date: dayOf(10) },
    })
    await one.patchShoot(shoot, { status: 'cancelled' })
    await one.push()
    expect(one.event(shoot).status).toBe('cancelled')
    await one.patchShoot(shoot, { status: 'planning', shoot_time: '09:00' })
    await one.push()
    expect(one.event(shoot)).toMatchObject({ ...additions, description, status: 'tentative' })
    expect(one.event(shoot).start.date).toBeUndefined()
    await one.deleteShoot(shoot)
    await one.push()
  })

  it('are no drift: nothing is written and nothing is reported', async () => {
    const shoot = await shootWith('No drift', {
      ...additions,
      description: 'Meet at 9\nClient: Ada\nBring an umbrella',
    })
    const [before, patches] = [one.event(shoot), countPatches()]
    await compare()
    one.configure(undefined, '\n      drift: report')
    await compare()
    expect({ event: one.event(shoot), patches: countPatches(), codes: await codes() }).toEqual({
      event: before,
      patches,
      codes: [],
    })
    one.configure()
    one.calendar.editEvent(one.event(shoot).id, { summary: 'By Grace', location: 'Rome', description: 'Only mine' })
    await compare()
    expect(one.event(shoot)).toMatchObject({
      ...additions,
      summary: 'No drift',
      description: 'Client: Ada\n\nOnly mine',
    })
    expect(one.event(shoot).location).toBeUndefined()
    await one.deleteShoot(shoot)
    await one.push()
  })

  it('that somebody adds while Kitroom writes stay too', async () => {
    const shoot = await one.createShoot({ title: 'Race' })
    await one.push()
    one.google.faults.between('calendar.events.get', () => one.calendar.editEvent(one.event(shoot).id, additions))
    await one.patchShoot(shoot, { title: 'Race, moved' })
    await one.push()
    expect(one.event(shoot)).toMatchObject({ ...additions, summary: 'Race, moved' })
    await one.deleteShoot(shoot)
    await one.push()
  })

  it('are never sent: the calls have Kitroom’s fields only, with a sequence that grows', async () => {
    const shoot = await shootWith('Sent')
    const before = one.google.calls.length
    for (const title of ['Sent 2', 'Sent 3']) {
      await one.patchShoot(shoot, { title })
      await one.push()
    }
    const patches = one.google.calls
      .slice(before)
      .filter(({ method }) => method === 'calendar.events.patch')
      .map(({ body }) => JSON.parse(body) as CalendarEvent)
    const names = [
      'description',
      'end',
      'extendedProperties',
      'location',
      'sequence',
      'start',
      'status',
      'summary',
      'transparency',
    ]
    expect(patches.map((patch) => Object.keys(patch).toSorted())).toEqual([names, names])
    expect(patches.map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(one.count('calendar.events.update')).toBe(0)
    await one.deleteShoot(shoot)
    await one.push()
  })
})

it('a repetition is left and reported until it is removed, and the shoot still moves', async () => {
  const shoot = await one.createShoot({ title: 'Weekly' })
  await one.push()
  const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=4']
  one.calendar.editEvent(one.event(shoot).id, { recurrence })
  await compare()
  await until('it is a problem', async () => (await codes()).includes('calendar_events_repeated'))
  await one.patchShoot(shoot, { shoot_date: dayOf(12) })
  await one.push()
  expect(one.event(shoot)).toMatchObject({
    recurrence,
    start: { dateTime: expect.stringContaining(dayOf(12)) as string },
  })
  expect(await codes()).toEqual(['calendar_events_repeated'])
  one.calendar.editEvent(one.event(shoot).id, { recurrence: [] })
  await compare()
  await until('it is over', async () => (await codes()).length === 0)
  await one.deleteShoot(shoot)
  await one.push()
})

describe('notify_guests', () => {
  const mails = (from: number): unknown[] =>
    one.google.calls
      .slice(from)
      .filter(({ method }) => /^calendar\.events\.(insert|patch|delete)$/.test(method))
      .map(({ method, query }) => [method.replace('calendar.events.', ''), query.get('sendUpdates')])

  it.each([
    ['', 'none'],
    ['\n      notify_guests: true', 'all'],
  ])(
    '%j: Google mails %s when a shoot moves, is cancelled or comes back, and never for other changes',
    async (setting, sent) => {
      one.configure(undefined, setting)
      const before = one.google.calls.length
      const shoot = await one.createShoot({ title: 'Mail' })
      for (const updates of [
        {},
        { title: 'Mail 2' },
        { shoot_time: '11:00' },
        { location: 'Roof' },
        { status: 'cancelled' },
        { status: 'planning' },
      ]) {
        if (Object.keys(updates).length > 0) await one.patchShoot(shoot, updates)
        await one.push()
      }
      expect(mails(before)).toEqual([
        ['insert', 'none'],
        ['patch', 'none'],
        ['patch', sent],
        ['patch', sent],
        ['delete', sent],
        ['insert', 'none'],
        ['patch', sent],
      ])
      await one.deleteShoot(shoot)
      await one.push()
      one.configure()
    },
  )
})
