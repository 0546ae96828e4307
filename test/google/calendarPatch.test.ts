import { describe, expect, it } from 'vitest'
import { refusal, shoot, startCalendar } from './calendar/support.ts'

const ID = '0193c0de1234abcdef'

describe('events.patch', () => {
  const attendees = [{ email: 'model@example.com' }]

  it('changes what the body names and leaves everything else', async () => {
    await using studio = await startCalendar()
    const { calendar } = studio
    await studio.insert({ ...shoot, id: ID, location: 'Studio 1', extendedProperties: { private: { a: '1', b: '2' } } })
    calendar.editEvent(ID, { attendees, colorId: '5', reminders: { useDefault: false } })
    const { status, body } = await studio.patch(ID, {
      summary: 'Portraits',
      location: null,
      start: { date: '2027-03-02', dateTime: null },
      end: { date: '2027-03-03', dateTime: null },
      sequence: 7,
      extendedProperties: { private: { a: null, c: '3' } },
    })
    expect({ status, location: body['location'] }).toEqual({ status: 200, location: undefined })
    expect(body).toMatchObject({
      summary: 'Portraits',
      attendees,
      colorId: '5',
      reminders: { useDefault: false },
      start: { date: '2027-03-02' },
      sequence: 7,
    })
    expect(body['extendedProperties']).toEqual({ private: { b: '2', c: '3' } })
    expect(calendar.event(ID)).toEqual(body)
  })

  it('is refused with both kinds of times, a lower sequence, another etag, and guests from a service account', async () => {
    await using studio = await startCalendar()
    const { calendar } = studio
    await studio.insert({ ...shoot, id: ID, sequence: 3 })
    expect(await studio.patch(ID, { start: { date: '2027-03-02' } })).toMatchObject({ status: 400 })
    expect(await studio.patch(ID, { summary: 'a', sequence: 2 })).toMatchObject(
      refusal(400, 'invalidSequence', expect.stringContaining('Invalid sequence value.')),
    )
    expect(await studio.patch(ID, { summary: 'a' }, { 'if-match': '"1"' })).toMatchObject({ status: 412 })
    expect(await studio.patch(ID, { attendees })).toMatchObject({ status: 403 })
    expect(await studio.patch(ID, { title: 'a' })).toMatchObject({ status: 400 })
    expect(await studio.patch('other', { summary: 'a' })).toMatchObject({ status: 404 })
    // What is not named stays, also the sequence.
    expect(await studio.patch(ID, { summary: 'a' })).toMatchObject({ status: 200, body: { sequence: 3 } })
    calendar.refusedTitle = 'forbidden'
    expect(await studio.patch(ID, { summary: 'a forbidden word' })).toMatchObject({ status: 400 })
  })

  it('restores a deleted event', async () => {
    await using studio = await startCalendar()
    await studio.insert({ ...shoot, id: ID })
    await studio.remove(ID)
    expect(await studio.patch(ID, { summary: 'a' })).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect(await studio.patch(ID, { status: 'confirmed' })).toMatchObject({
      body: { status: 'confirmed', summary: 'a' },
    })
  })
})

describe('recurrence', () => {
  it('is stored with times in a zone, and dropped by PUT', async () => {
    await using studio = await startCalendar()
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=4']
    expect(await studio.insert({ ...shoot, recurrence })).toMatchObject(
      refusal(400, 'required', 'Missing time zone definition for start time.'),
    )
    const timeZone = 'Europe/Berlin'
    const zoned = { ...shoot, start: { ...shoot.start, timeZone }, end: { ...shoot.end, timeZone } }
    expect(await studio.insert({ ...zoned, recurrence: ['WEEKLY'] })).toMatchObject({ status: 400 })
    expect(await studio.insert({ ...zoned, id: ID, recurrence })).toMatchObject({ status: 200, body: { recurrence } })
    expect((await studio.patch(ID, { summary: 'a' })).body['recurrence']).toEqual(recurrence)
    expect((await studio.update(ID, shoot)).body['recurrence']).toBeUndefined()
  })
})
