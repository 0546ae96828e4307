import { describe, expect, it } from 'vitest'
import { fetchPersonToken, refusal, shoot, startCalendar } from './calendar/support.ts'
import { createClient, scopes } from './support.ts'

const ADA = 'ada@example.com'
const ID = '0193c0de1234abcdef'
const at = (hour: number): object => ({ dateTime: `2027-03-01T${String(hour).padStart(2, '0')}:00:00+01:00` })

describe('events.insert', () => {
  it('answers the event as events.get does', async () => {
    const now = Date.parse('2027-02-01T10:00:00Z')
    await using studio = await startCalendar({ nowMs: () => now })
    const { calendar, account } = studio
    const event = { ...shoot, id: ID, location: 'Studio 1', extendedProperties: { private: { kitroom: '7' } } }
    const { status, body } = await studio.insert(event)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...event,
        kind: 'calendar#event',
        etag: expect.stringMatching(/^"\d+"$/),
        status: 'confirmed',
        htmlLink: expect.stringContaining('https://www.google.com/calendar/event?eid='),
        created: '2027-02-01T10:00:00.000Z',
        updated: '2027-02-01T10:00:00.000Z',
        creator: { email: account },
        organizer: { email: calendar.id, displayName: 'Shoots', self: true },
        iCalUID: `${ID}@google.com`,
        sequence: 0,
        reminders: { useDefault: true },
        eventType: 'default',
      },
    })
    expect((await studio.get(ID)).body).toEqual(body)
    expect(calendar.events()).toEqual([body])
  })

  it('creates an id, and leaves defaults and empty texts out', async () => {
    await using studio = await startCalendar()
    const empty = {
      summary: '',
      description: '',
      transparency: 'opaque',
      visibility: 'default',
      extendedProperties: { private: {} },
    }
    const { body } = await studio.insert({ ...shoot, ...empty, status: 'tentative' })
    expect(body).toMatchObject({ id: expect.stringMatching(/^[a-v0-9]{26}$/), status: 'tentative' })
    expect(Object.keys(empty).filter((name) => name in body)).toEqual([])
    expect((await studio.insert({ ...shoot, transparency: 'transparent' })).body).toMatchObject({
      transparency: 'transparent',
    })
  })

  it('refuses an id that exists, also of a deleted event', async () => {
    await using studio = await startCalendar()
    const duplicate = refusal(409, 'duplicate', 'The requested identifier already exists.')
    expect(await studio.insert({ ...shoot, id: ID })).toMatchObject({ status: 200 })
    expect(await studio.insert({ ...shoot, id: ID })).toMatchObject(duplicate)
    await studio.remove(ID)
    expect(await studio.insert({ ...shoot, id: ID })).toMatchObject(duplicate)
    expect(studio.calendar.events()).toHaveLength(1)
  })

  it('refuses ids that are no base32hex, or have less than 5 or more than 1,024 characters', async () => {
    await using studio = await startCalendar()
    for (const id of ['abcd', 'shoot-1', 'ABCDE', 'wxyz1', 'a'.repeat(1025)])
      expect(await studio.insert({ ...shoot, id })).toMatchObject(refusal(400, 'invalid', 'Invalid resource id value.'))
    for (const id of ['av019', 'a'.repeat(1024)])
      expect(await studio.insert({ ...shoot, id })).toMatchObject({ status: 200, body: { id } })
  })

  it('drops long keys and cuts long values of extended properties', async () => {
    await using studio = await startCalendar()
    const properties = { ['k'.repeat(44)]: 'v'.repeat(1025), ['k'.repeat(45)]: 'v' }
    const { body } = await studio.insert({ ...shoot, extendedProperties: { private: properties, shared: properties } })
    const kept = { ['k'.repeat(44)]: 'v'.repeat(1024) }
    expect(body['extendedProperties']).toEqual({ private: kept, shared: kept })
  })

  it('lets people invite, but not service accounts', async () => {
    await using studio = await startCalendar()
    const { google, calendar, path } = studio
    const attendees = [{ email: 'model@example.com' }]
    expect(await studio.insert({ ...shoot, attendees })).toMatchObject(
      refusal(403, 'forbiddenForServiceAccounts', expect.stringContaining('Domain-Wide Delegation'), 'calendar'),
    )
    expect(await studio.insert({ ...shoot, attendees: [] })).toMatchObject({ status: 200 })
    calendar.share(ADA, 'writer')
    const ada = createClient(google, await fetchPersonToken(google, ADA, scopes.calendarEvents))
    expect(await ada.post(`${path}/events`, { ...shoot, attendees })).toMatchObject({
      status: 200,
      body: { attendees, creator: { email: ADA } },
    })
  })
})

describe('events.update', () => {
  it('replaces the whole event', async () => {
    let now = Date.parse('2027-02-01T10:00:00Z')
    await using studio = await startCalendar({ nowMs: () => now })
    const { calendar } = studio
    const { body: before } = await studio.insert({
      ...shoot,
      id: ID,
      status: 'tentative',
      location: 'Studio 1',
      extendedProperties: { private: { a: '1' } },
    })
    now += 60_000
    const { summary, location, extendedProperties, reminders, ...rest } = before
    const { status, body } = await studio.update(ID, { ...shoot, summary: 'Portraits' })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...rest,
        summary: 'Portraits',
        reminders,
        status: 'confirmed',
        etag: expect.anything(),
        updated: '2027-02-01T10:01:00.000Z',
      },
    })
    expect({ summary, location, extendedProperties }).toEqual({
      summary: 'Shoot',
      location: 'Studio 1',
      extendedProperties: { private: { a: '1' } },
    })
    expect(body['etag']).not.toBe(before['etag'])
    // What a client read can be sent again.
    expect(await studio.update(ID, body)).toMatchObject({ status: 200, body: { ...body, etag: expect.anything() } })
    expect(calendar.event(ID).sequence).toBe(0)
  })

  it('raises the sequence with the times, and refuses a lower one', async () => {
    await using studio = await startCalendar()
    const { calendar } = studio
    await studio.insert({ ...shoot, id: ID })
    const moved = { ...shoot, end: at(12) }
    expect((await studio.update(ID, moved)).body['sequence']).toBe(1)
    // The same moment in another time zone is no change.
    const same = { ...moved, start: { dateTime: '2027-03-01T08:00:00Z', timeZone: 'Europe/London' } }
    expect((await studio.update(ID, { ...same, sequence: 1 })).body['sequence']).toBe(1)
    expect(await studio.update(ID, { ...moved, sequence: 0 })).toMatchObject(
      refusal(400, 'invalidSequence', expect.stringContaining('Invalid sequence value.')),
    )
    // A missing one counts as 0.
    expect(await studio.update(ID, moved)).toMatchObject({ status: 400 })
    calendar.requiresSequence = false
    expect(await studio.update(ID, moved)).toMatchObject({ status: 200 })
    expect((await studio.update(ID, { ...moved, sequence: 5 })).body['sequence']).toBe(5)
  })

  it('with an event that does not exist, or another id, is refused', async () => {
    await using studio = await startCalendar()
    expect(await studio.update(ID, shoot)).toMatchObject(refusal(404, 'notFound', 'Not Found'))
    await studio.insert({ ...shoot, id: ID })
    expect(await studio.update(ID, { ...shoot, id: 'other' })).toMatchObject({ status: 400 })
    expect(await studio.update(ID, { ...shoot, status: 'done' })).toMatchObject({ status: 400 })
  })

  it('deletes and restores with the status', async () => {
    await using studio = await startCalendar()
    const { calendar } = studio
    await studio.insert({ ...shoot, id: ID })
    expect(await studio.update(ID, { ...shoot, status: 'cancelled' })).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    })
    expect((await studio.list()).body['items']).toEqual([])
    // Without a status, the event remains deleted.
    expect((await studio.update(ID, shoot)).body['status']).toBe('cancelled')
    expect(await studio.update(ID, { ...shoot, status: 'confirmed' })).toMatchObject({
      status: 200,
      body: { status: 'confirmed' },
    })
    await studio.remove(ID)
    calendar.refusesRestore = true
    expect(await studio.update(ID, { ...shoot, status: 'confirmed' })).toMatchObject(
      refusal(403, 'forbidden', 'Forbidden'),
    )
    expect(calendar.event(ID).status).toBe('cancelled')
  })
})

describe('events.delete', () => {
  it('answers 204, then 410; the event can still be read', async () => {
    await using studio = await startCalendar()
    const { body: before } = await studio.insert({ ...shoot, id: ID })
    expect(await studio.remove(ID)).toMatchObject({ status: 204, body: {} })
    expect(await studio.get(ID)).toMatchObject({ status: 200, body: { id: ID, status: 'cancelled', summary: 'Shoot' } })
    expect((await studio.get(ID)).body['etag']).not.toBe(before['etag'])
    expect(await studio.remove(ID)).toMatchObject(refusal(410, 'deleted', 'Resource has been deleted'))
    for (const reply of [await studio.remove('other'), await studio.get('other')])
      expect(reply).toMatchObject(refusal(404, 'notFound', 'Not Found'))
  })
})

describe('If-Match', () => {
  it('protects an edit of a person', async () => {
    await using studio = await startCalendar()
    const { calendar } = studio
    const { etag } = (await studio.insert({ ...shoot, id: ID })).body as { etag: string }
    calendar.editEvent(ID, { summary: 'Edited' })
    const refused = refusal(412, 'conditionNotMet', 'Precondition Failed')
    expect(await studio.update(ID, shoot, { 'if-match': etag })).toMatchObject(refused)
    expect(await studio.remove(ID, { 'if-match': etag })).toMatchObject(refused)
    expect(calendar.event(ID)).toMatchObject({ summary: 'Edited', status: 'confirmed' })
    expect(await studio.update(ID, shoot, { 'if-match': calendar.event(ID).etag })).toMatchObject({
      status: 200,
      body: { summary: 'Shoot' },
    })
    expect(await studio.update(ID, shoot, { 'if-match': '*' })).toMatchObject({ status: 200 })
    expect(await studio.remove(ID, { 'if-match': calendar.event(ID).etag })).toMatchObject({ status: 204 })
  })
})

describe('people', () => {
  it('add, edit, delete and restore events', async () => {
    await using studio = await startCalendar({ calendar: { owner: ADA } })
    const { calendar } = studio
    const { id } = calendar.addEvent(shoot)
    calendar.share(studio.account, 'writer')
    expect((await studio.get(id)).body).toMatchObject({ summary: 'Shoot', creator: { email: ADA }, sequence: 0 })
    calendar.editEvent(id, { end: { dateTime: '2027-03-01T13:00:00+01:00' }, location: 'Roof' })
    expect((await studio.get(id)).body).toMatchObject({ ...shoot, end: at(13), location: 'Roof', sequence: 1 })
    calendar.deleteEvent(id)
    expect((await studio.get(id)).body).toMatchObject({ status: 'cancelled' })
    calendar.restoreEvent(id)
    expect((await studio.get(id)).body).toMatchObject({ status: 'confirmed', location: 'Roof' })
    expect(() => calendar.deleteEvent('other')).toThrow('Shoots has no event other')
  })
})
