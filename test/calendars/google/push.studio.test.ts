import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../support/wait.ts'
import { dayOf, openPushStudio, type PushStudio } from './support.ts'

let one: PushStudio
beforeAll(async () => {
  one = await openPushStudio({ settings: 'include: [client]' })
  await until('the first push is done', async () => one.count('calendar.events.list') > 0)
})
afterAll(() => one[Symbol.asyncDispose]())

describe('shoots', () => {
  it('are in the calendar seconds after their event, and follow each change', async () => {
    const shoot = await one.createShoot({ title: 'Autumn', location: 'Studio 1' })
    await one.deliverEvents()
    await until('it is shown', async () => one.shown().some(({ summary }) => summary === 'Autumn'))
    const zone = Temporal.PlainDateTime.from(`${dayOf(10)}T10:00`).toZonedDateTime('Europe/Berlin').offset
    expect(one.event(shoot)).toMatchObject({
      summary: 'Autumn',
      description: 'Client: Ada',
      location: 'Studio 1',
      status: 'tentative',
      start: { dateTime: `${dayOf(10)}T10:00:00${zone}`, timeZone: 'Europe/Berlin' },
      end: { dateTime: `${dayOf(10)}T12:00:00${zone}`, timeZone: 'Europe/Berlin' },
    })
    await one.patchShoot(shoot, { title: 'Autumn, day 2', shoot_time: null, duration_minutes: 2000 })
    await one.deliverEvents()
    await until('it has moved', async () => one.event(shoot).summary === 'Autumn, day 2')
    expect(one.event(shoot)).toMatchObject({ start: { date: dayOf(10) }, end: { date: dayOf(12) }, sequence: 1 })
    await one.patchShoot(shoot, { status: 'cancelled' })
    await one.push()
    expect(one.event(shoot).status).toBe('cancelled')
    await one.patchShoot(shoot, { status: 'planning' })
    await one.push()
    expect(one.event(shoot).status).toBe('tentative')
    await one.deleteShoot(shoot)
    await one.push()
    expect(one.event(shoot).status).toBe('cancelled')
    expect(one.calendar.events()).toHaveLength(1)
  })

  it('outside the window get no event, and an event follows its shoot out of it', async () => {
    const [far, near] = [
      await one.createShoot({ title: 'Far', shoot_date: dayOf(500) }),
      await one.createShoot({ title: 'Near' }),
    ]
    await one.push()
    expect(one.shown().map(({ summary }) => summary)).toEqual(['Near'])
    await one.patchShoot(near, { shoot_date: dayOf(600) })
    await one.push()
    expect(one.event(near).start).toMatchObject({ dateTime: expect.stringContaining(dayOf(600)) as string })
    await one.deleteShoot(far)
    await one.deleteShoot(near)
    await one.push()
    expect(one.shown()).toEqual([])
  })

  it('that have not changed cost no write, and nobody gets mail', async () => {
    const shoot = await one.createShoot()
    await one.push()
    const before = one.google.calls.length
    await one.push()
    expect(one.google.calls.slice(before).filter(({ method }) => method.startsWith('calendar.'))).toEqual([])
    const writes = one.google.calls.filter(({ method }) => /^calendar\.events\.(insert|patch|delete)$/.test(method))
    expect(new Set(writes.map(({ query }) => query.get('sendUpdates')))).toEqual(new Set(['none']))
    expect(writes.filter(({ body }) => /attendees/.test(body))).toEqual([])
    await one.deleteShoot(shoot)
    await one.push()
  })
})

describe('a lost answer', () => {
  it.each(['insert', 'patch', 'delete'])('to %s leads to no second event, and to no lost one', async (method) => {
    const shoot = await one.createShoot({ title: `Lost ${method}` })
    if (method !== 'insert') await one.push()
    if (method === 'patch') await one.patchShoot(shoot, { title: 'Lost patch, changed' })
    if (method === 'delete') await one.deleteShoot(shoot)
    one.google.faults.next(`calendar.events.${method}`, { commitThen: 503 })
    await one.push()
    const events = one.calendar.events().filter(({ summary }) => summary?.startsWith(`Lost ${method}`))
    expect(events.map(({ status, summary }) => [status, summary])).toEqual(
      {
        insert: [['tentative', 'Lost insert']],
        patch: [['tentative', 'Lost patch, changed']],
        delete: [['cancelled', 'Lost delete']],
      }[method],
    )
    if (method !== 'delete') await one.deleteShoot(shoot)
    await one.push()
    expect(one.shown()).toEqual([])
  })

  it('to insert leaves no event of a shoot that is deleted before the repetition', async () => {
    const shoot = await one.createShoot({ title: 'Lost and deleted' })
    one.google.faults.next('calendar.events.insert', { commitThen: 503 })
    await one.deliverEvents()
    await until('Google has it', async () => one.shown().length === 1)
    await one.deleteShoot(shoot)
    await one.deliverEvents()
    await until('it is deleted', async () => one.shown().length === 0)
    expect(one.event(shoot).status).toBe('cancelled')
  })
})

describe('the calendar', () => {
  it('can refuse to restore a deleted event, which then gets another id', async () => {
    const shoot = await one.createShoot({ title: 'Again' })
    await one.push()
    await one.patchShoot(shoot, { status: 'cancelled' })
    await one.push()
    one.calendar.refusesRestore = true
    await one.patchShoot(shoot, { status: 'planning' })
    await one.push()
    one.calendar.refusesRestore = false
    expect(one.event(shoot).status).toBe('cancelled')
    expect(one.event(shoot, 1).status).toBe('tentative')
    await one.deleteShoot(shoot)
    await one.push()
    expect(one.shown()).toEqual([])
  })

  it('has each shoot once after the worker has lost its state', async () => {
    const [kept, gone] = [await one.createShoot({ title: 'Kept' }), await one.createShoot({ title: 'Gone' })]
    await one.push()
    await one.studio.stateSql('delete from google_event')
    await one.studio.stateSql('delete from google_push')
    await one.deleteShoot(gone)
    await one.studio.stateSql('delete from calendar_shoot')
    await one.studio.stateSql('delete from calendar_read')
    await one.push()
    expect(one.shown().map(({ id }) => id)).toEqual([one.event(kept).id])
    await one.deleteShoot(kept)
    await one.push()
  })
})
