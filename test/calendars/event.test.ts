import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { renderCalendarText, type CalendarInput } from '../../calendars/ical/calendar.ts'
import { readIcalJs, readNodeIcal } from './readers.ts'
import { entryOf, inputOf, shootOf, type ShootSettings } from './support.ts'

const manyLocations = [
  shootOf(1, {
    title: 'Lookbook, Fall; "final"',
    locations: ['Studio 1', 'Roof'],
    location: 'Studio 1',
    status: 'planning',
  }),
  shootOf(2, {
    shoot_date: '2026-10-25',
    shoot_time: '02:30',
    duration_minutes: null,
    client_name: 'Ada & Söhne',
    notes: 'Bring:\n- 85 mm\n- flags',
  }),
  shootOf(3, { shoot_time: null, duration_minutes: null, location: 'Hafen', locations: ['Hafen'] }),
  shootOf(4, {
    shoot_date: '2027-01-31',
    shoot_time: null,
    duration_minutes: 2880,
    status: 'completed',
    completion_progress: 100,
  }),
  shootOf(5, { shoot_time: '23:00', duration_minutes: 10_080 }),
  shootOf(6, { title: '結婚式 👩‍❤️‍👨 '.repeat(12).trim(), status: 'cancelled', duration_minutes: null }),
]
const entries = [
  ...manyLocations.map((shoot) => entryOf(shoot)),
  entryOf(shootOf(7), { isDeleted: true, sequence: 4, modifiedAt: '2026-05-01T12:00:00.000Z' }),
]

const golden: Readonly<Record<string, CalendarInput>> = {
  lean: inputOf(entries),
  full: inputOf(entries, {
    name: 'Everything; really',
    color: 'turquoise',
    zone: 'America/New_York',
    include: ['client', 'notes'],
    default_duration: 45,
    revision: 3,
    url: 'https://studio.example/calendars/AAAA.ics',
  }),
  empty: inputOf([], { zone: 'Pacific/Auckland' }),
  utc: inputOf(entries, { zone: 'UTC' }),
}

it.each(Object.keys(golden))(
  'the calendar "%s" equals its golden file byte for byte (UPDATE_GOLDEN=1 writes it)',
  (name) => {
    const file = new URL(`golden/${name}.ics`, import.meta.url)
    const text = renderCalendarText(golden[name] as CalendarInput)
    if (process.env['UPDATE_GOLDEN']) writeFileSync(file, text)
    expect(text).toBe(readFileSync(file, 'utf8'))
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  },
)

it.each(Object.keys(golden))('two libraries agree on the calendar "%s"', (name) => {
  const text = renderCalendarText(golden[name] as CalendarInput)
  expect(readNodeIcal(text)).toEqual(readIcalJs(text))
})

it('the same shoots give the same bytes in any order', () => {
  expect(renderCalendarText(inputOf(entries.toReversed()))).toBe(renderCalendarText(inputOf(entries)))
})

it('an event shows only title, time and place by default', () => {
  const text = renderCalendarText(inputOf(entries))
  expect(text).not.toMatch(/Ada|85 mm/)
  expect(readIcalJs(text).map(({ description }) => description)).toEqual([
    'Places:\n1. Studio 1\n2. Roof',
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

it('an event shows client and notes only if they are included', () => {
  const descriptionWith = (include: ShootSettings['include']): unknown =>
    readIcalJs(renderCalendarText(inputOf(entries, { include })))[1]?.description
  expect(descriptionWith(['client'])).toBe('Client: Ada & Söhne')
  expect(descriptionWith(['notes'])).toBe('Bring:\n- 85 mm\n- flags')
  expect(descriptionWith(['client', 'notes'])).toBe('Client: Ada & Söhne\n\nBring:\n- 85 mm\n- flags')
})

it('hide_place leaves out all places', () => {
  const text = renderCalendarText(inputOf(entries, { hide_place: true }))
  expect(text).not.toMatch(/LOCATION|Studio 1|Roof/)
})

it('status, times and title of an event come from its shoot', () => {
  expect(
    readIcalJs(renderCalendarText(inputOf(entries))).map(({ status, start, end, summary }) => [
      status,
      start,
      end,
      summary.slice(0, 14),
    ]),
  ).toEqual([
    ['TENTATIVE', '2026-06-10T08:00:00.000Z', '2026-06-10T09:30:00.000Z', 'Lookbook, Fall'],
    ['CONFIRMED', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00.000Z', 'Shoot 2'],
    ['CONFIRMED', '2026-06-10', '2026-06-11', 'Shoot 3'],
    ['CONFIRMED', '2027-01-31', '2027-02-02', 'Shoot 4'],
    ['CONFIRMED', '2026-06-10T21:00:00.000Z', '2026-06-17T21:00:00.000Z', 'Shoot 5'],
    ['CANCELLED', '2026-06-10T08:00:00.000Z', '2026-06-10T10:00:00.000Z', 'Cancelled: 結婚式'],
    ['CANCELLED', '2026-06-10T08:00:00.000Z', '2026-06-10T09:30:00.000Z', 'Cancelled: Sho'],
  ])
})

it('sequence and timestamps of an event come from its shoot and its calendar', () => {
  const deletedEvent = readIcalJs(renderCalendarText(inputOf(entries, { revision: 2 }))).at(-1)
  expect(deletedEvent).toMatchObject({ uid: '01976f00-0000-7000-8000-000000000007@0123456789ab.kitroom', sequence: 6 })
  const event =
    renderCalendarText(inputOf(entries))
      .split('BEGIN:VEVENT')
      .find((text) => text.includes('-000000000007@')) ?? ''
  for (const line of ['DTSTAMP:20260501T120000Z', 'LAST-MODIFIED:20260501T120000Z', 'CREATED:20260105T080000Z'])
    expect(event).toContain(`\r\n${line}\r\n`)
})

it('a calendar has no attendees, organizer, alarms or recurrences', () => {
  for (const input of Object.values(golden))
    expect(renderCalendarText(input)).not.toMatch(/^(?:ATTENDEE|ORGANIZER|BEGIN:VALARM|RECURRENCE-ID)/m)
})
