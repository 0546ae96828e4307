import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal, shoot, startCalendar, type CalendarStudio } from './calendar/support.ts'

const ID = '0193c0de1234abcdef'
const at = (hour: number): object => ({ dateTime: `2027-03-01T${String(hour).padStart(2, '0')}:00:00+01:00` })

describe('the times of an event', () => {
  let studio: CalendarStudio
  beforeAll(async () => {
    studio = await startCalendar()
  })
  afterAll(() => studio[Symbol.asyncDispose]())

  it.each([
    [{}, 'required', 'Missing end time.', 'global'],
    [{ end: at(11) }, 'required', 'Missing start time.', 'global'],
    [{ start: {}, end: at(11) }, 'required', 'Missing start time.', 'global'],
    [{ start: { ...at(9), date: '2027-03-01' }, end: at(11) }, 'invalid', 'Invalid start time.', 'global'],
    [
      { start: { date: '2027-03-01' }, end: at(11) },
      'invalid',
      'Start and end times must either both be date or both be dateTime.',
      'global',
    ],
    [
      { start: { dateTime: '2027-03-01T09:00:00' }, end: at(11) },
      'required',
      'Missing time zone definition for start time.',
      'global',
    ],
    [
      { start: at(9), end: { ...at(11), timeZone: '+01:00' } },
      'invalid',
      'Invalid time zone definition for end time.',
      'global',
    ],
    [{ start: { date: '2027-02-30' }, end: { date: '2027-03-01' } }, 'invalid', 'Invalid start time.', 'global'],
    [{ start: at(11), end: at(9) }, 'timeRangeEmpty', 'The specified time range is empty.', 'calendar'],
    [{ start: at(9), end: at(9) }, 'timeRangeEmpty', 'The specified time range is empty.', 'calendar'],
    [
      { start: { date: '2027-03-01' }, end: { date: '2027-03-01' } },
      'timeRangeEmpty',
      'The specified time range is empty.',
      'calendar',
    ],
  ])('are refused as %j', async (times, reason, message, domain) => {
    const { id } = studio.calendar.addEvent(shoot)
    expect(await studio.insert(times)).toMatchObject(refusal(400, reason, message, domain))
    expect(await studio.update(id, times)).toMatchObject(refusal(400, reason, message, domain))
  })

  it.each([['2027-03-01'], [{ dateTime: '1 March' }], [{ date: '2027-3-1' }]])(
    'have the form of the discovery document, not %j',
    async (start) => {
      expect(await studio.insert({ ...shoot, start })).toMatchObject({
        status: 400,
        body: { error: { status: 'INVALID_ARGUMENT' } },
      })
    },
  )

  it('are answered with the offset of the calendar, and keep their time zones', async () => {
    await using studio = await startCalendar()
    const start = { dateTime: '2027-07-01T09:00:00', timeZone: 'America/New_York' }
    const { body } = await studio.insert({ start, end: { dateTime: '2027-07-01T14:00:00.250Z' }, id: ID })
    expect(body).toMatchObject({
      start: { dateTime: '2027-07-01T15:00:00+02:00', timeZone: 'America/New_York' },
      end: { dateTime: '2027-07-01T16:00:00+02:00' },
    })
    expect((await studio.get(ID, { timeZone: 'UTC' })).body).toMatchObject({
      start: { dateTime: '2027-07-01T13:00:00Z' },
    })
    expect(await studio.get(ID, { timeZone: 'Mars' })).toMatchObject({ status: 400 })
    expect(await studio.list({ timeZone: 'Asia/Tokyo' })).toMatchObject({
      body: { timeZone: 'Asia/Tokyo', items: [{ start: { dateTime: '2027-07-01T22:00:00+09:00' } }] },
    })
    const days = { start: { date: '2027-03-01' }, end: { date: '2027-03-02' } }
    expect((await studio.insert(days)).body).toMatchObject(days)
  })
})
