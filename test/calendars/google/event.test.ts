import { describe, expect, it } from 'vitest'
import { hasSameFields, hashEvent, toEventId, toGoogleEvent } from '../../../calendars/google/event.ts'
import { Calendars } from '../../../calendars/settings.ts'
import type { Shoot } from '../../../contract/api/shoots.ts'
import { entryOf, shootOf, toShootEntry } from '../support.ts'

const ZONE = 'Europe/Berlin'
const include = ['client', 'notes'] as const
const convert = (fields: Partial<Shoot>) =>
  toGoogleEvent(toShootEntry(entryOf(shootOf(1, { shoot_date: '2026-04-10', ...fields })), { include }), ZONE)

describe('times', () => {
  it.each([
    [
      'one without a time is all day, and its end is exclusive',
      { shoot_time: null, duration_minutes: null },
      { date: '2026-04-10' },
      { date: '2026-04-11' },
    ],
    [
      'one without a time lasts as many days as its length fills',
      { shoot_time: null, duration_minutes: 1441 },
      { date: '2026-04-10' },
      { date: '2026-04-12' },
    ],
    [
      'one with a time has its length',
      { shoot_time: '11:30', duration_minutes: 90 },
      '2026-04-10T11:30:00+02:00',
      '2026-04-10T13:00:00+02:00',
    ],
    [
      'else the default one',
      { shoot_time: '11:30', duration_minutes: null },
      '2026-04-10T11:30:00+02:00',
      '2026-04-10T13:30:00+02:00',
    ],
    [
      'a time that the clocks skip moves',
      { shoot_date: '2026-03-29', shoot_time: '02:30' },
      '2026-03-29T03:30:00+02:00',
      '2026-03-29T05:30:00+02:00',
    ],
    [
      'a time that they repeat is the first',
      { shoot_date: '2026-10-25', shoot_time: '02:30' },
      '2026-10-25T02:30:00+02:00',
      '2026-10-25T03:30:00+01:00',
    ],
  ])('%s', (_, fields, start, end) => {
    const timeOf = (time: string | object): object =>
      typeof time === 'string' ? { dateTime: time, timeZone: 'Europe/Berlin' } : time
    expect(convert({ duration_minutes: null, ...fields })).toMatchObject({ start: timeOf(start), end: timeOf(end) })
  })
})

describe('texts', () => {
  it('without the place have neither location nor list of places', () => {
    const event = toGoogleEvent(
      toShootEntry(entryOf(shootOf(1, { location: 'Rome', locations: ['Rome', 'Bern'] })), {
        include,
        hide_place: true,
      }),
      ZONE,
    )
    expect(JSON.stringify(event)).not.toMatch(/Rome|Bern/)
  })

  it.each([
    ['plain text stays', 'A & B, 3 > 2', 'A & B, 3 > 2'],
    ['text that reads like HTML is escaped', '<b>A</b> & B', '&lt;b&gt;A&lt;/b&gt; &amp; B'],
    ['text that reads like an entity is escaped', 'A &lt; B', 'A &amp;lt; B'],
    ['control characters go', 'A\u0007\r\nB', 'A\nB'],
  ])('%s', (_, notes, description) => {
    expect(convert({ notes, client_name: null, locations: [] }).description).toBe(description)
  })

  it('long ones are cut between characters', () => {
    const { summary, description } = convert({ title: '📷'.repeat(600), notes: '📷'.repeat(5000), client_name: null })
    expect(summary).toHaveLength(999)
    expect(summary.isWellFormed()).toBe(true)
    expect(summary.endsWith('📷…')).toBe(true)
    expect(description.isWellFormed()).toBe(true)
    expect(description.length).toBeLessThanOrEqual(8000)
  })
})

it('events are the same in other offsets and with defaults left out, and not with another field', () => {
  const event = convert({ shoot_time: '11:30' })
  const answered = { ...event, start: { dateTime: '2026-04-10T09:30:00Z' }, transparency: undefined }
  expect(hasSameFields(answered, event)).toBe(true)
  expect(hasSameFields({ ...answered, description: `Meet at 9\n${event.description}` }, event)).toBe(true)
  expect(hasSameFields({ ...answered, location: 'Rome' }, event)).toBe(false)
  expect(hashEvent(event)).not.toBe(hashEvent(convert({ shoot_time: '11:31' })))
})

it('the events of shoots keep their hashes over versions: another one writes every event again', () => {
  const shoots = [
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
    shootOf(3, {
      shoot_time: null,
      duration_minutes: 2880,
      location: 'Hafen',
      locations: ['Hafen'],
      status: 'completed',
    }),
  ]
  const hashes = shoots.flatMap((shoot) =>
    [false, true].map((isDeleted) =>
      hashEvent(toGoogleEvent(toShootEntry(entryOf(shoot, { isDeleted }), { include }), ZONE)),
    ),
  )
  expect(hashes).toEqual([
    '4195cccd095b2f6e44ca3dfb5ac0d92cf44091d6183c3f3b43d172714e2c74d8',
    'c5161062ba452310d90053a68ecd32065bd48f5558a7d0f0b95a6e4f7bfbe359',
    '26953178245c83e5fdac54e4311ae5015f35b4bae70c2722d6279b82c35641ce',
    'fe597f59df7057de92080aa661e0a04c685671f5ae5d87d43a62b0904c67f0b1',
    'fc4b90ecc24e5206a68ba3951e9b809eacd8036d46ba5788ca76baed0265ce8d',
    'a01c6d3a90087de1f01411b84669fd7b72465eb0d56d123a873ee263256645c8',
  ])
})

it('ids have only characters that Google allows', () => {
  expect(toEventId('019D33AA-0000-7000-8000-000000000001', 0)).toBe('019d33aa000070008000000000000001')
  expect(toEventId('019d33aa-0000-7000-8000-000000000001', 2)).toMatch(/^[a-v0-9]{33}$/)
})

describe('settings', () => {
  const parse = (...googles: object[]) =>
    Calendars.safeParse(googles.map((google, index) => ({ id: `c${index}`, google })))
  it('have defaults', () => {
    expect(parse({ calendar: 'new' }).data?.[0]?.google).toEqual({
      calendar: 'new',
      cancelled: 'remove',
      drift: 'repair',
      notify_guests: false,
    })
  })
  it.each([
    ['no id', [{ calendar: 'primary' }], 'must be "new" or the id of a calendar'],
    [
      'an address of the web',
      [{ calendar: 'https://calendar.google.com/x@y' }],
      'must be "new" or the id of a calendar',
    ],
    [
      'one calendar twice',
      [{ calendar: 'a@group.calendar.google.com' }, { calendar: 'a@group.calendar.google.com' }],
      'is the calendar of calendars.0 too',
    ],
    ['another setting', [{ calendar: 'new', colour: 'red' }], 'Unrecognized key'],
  ])('refuse %s', (_, googles, message) => {
    expect(parse(...googles).error?.issues[0]?.message).toContain(message)
  })
})
