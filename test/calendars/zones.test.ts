import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { renderCalendarText } from '../../calendars/ical/calendar.ts'
import { serializeComponent } from '../../calendars/ical/component.ts'
import { toZoneComponent } from '../../calendars/ical/zoneComponent.ts'
import { readIcalJs, readNodeIcal } from './readers.ts'
import { entryOf, inputOf, shootOf } from './support.ts'

/** Days around every clock change of 2026. */
const days: Readonly<Record<string, readonly string[]>> = {
  'Europe/Berlin': ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26'],
  'America/New_York': ['2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01', '2026-11-02'],
  'Pacific/Auckland': ['2026-04-04', '2026-04-05', '2026-04-06', '2026-09-26', '2026-09-27', '2026-09-28'],
  'Asia/Kolkata': ['2026-03-29', '2026-10-25'],
}
const COMMON_DAYS = ['2026-01-15', '2026-07-15', '2027-02-28']
const TIMES = [
  '00:00',
  '00:30',
  '01:00',
  '01:30',
  '01:59',
  '02:00',
  '02:30',
  '02:59',
  '03:00',
  '03:30',
  '04:00',
  '12:00',
  '23:00',
  '23:59',
]
const LENGTHS = [30, 120, 1440]

describe.each(Object.keys(days))('in %s', (zone) => {
  const shoots = [...(days[zone] ?? []), ...COMMON_DAYS].flatMap((shoot_date, day) =>
    TIMES.flatMap((shoot_time, time) =>
      LENGTHS.map((duration_minutes, length) =>
        shootOf(day * 1000 + time * 10 + length, { shoot_date, shoot_time, duration_minutes }),
      ),
    ),
  )
  const text = renderCalendarText(
    inputOf(
      shoots.map((shoot) => entryOf(shoot)),
      { zone },
    ),
  )
  const expectedTimes = shoots.map(({ shoot_date, shoot_time, duration_minutes }) => {
    const start = Temporal.PlainDateTime.from(`${shoot_date}T${shoot_time}`).toZonedDateTime(zone, {
      disambiguation: 'compatible',
    })
    const end = start.add({ minutes: duration_minutes ?? 0 })
    return [start, end].map((boundary) => boundary.toInstant().toString({ fractionalSecondDigits: 3 }))
  })

  it.each([
    ['ical.js', readIcalJs],
    ['node-ical', readNodeIcal],
  ])('%s reads the intended times, also around clock changes', (_name, readEvents) => {
    expect(readEvents(text).map(({ start, end }) => [start, end])).toEqual(expectedTimes)
  })

  it('times are written as wall times, except ambiguous and skipped ones', () => {
    const events = text.split('BEGIN:VEVENT\r\n').slice(1)
    const inUtc = events.filter((event) => /DTSTART:\d{8}T\d{6}Z/.test(event))
    const inZone = events.filter(
      (event) => event.includes(`DTSTART;TZID=${zone}:`) && event.includes(`DTEND;TZID=${zone}:`),
    )
    expect(inUtc.length + inZone.length).toBe(events.length)
    expect(inUtc.length > 0).toBe(zone !== 'Asia/Kolkata')
    const wallTimes = inZone.map((event) => /DTSTART;TZID=[^:]+:(\d{8}T\d{4})00/.exec(event)?.[1])
    const inputTimes = new Set(
      shoots.map(({ shoot_date, shoot_time }) => `${shoot_date.replaceAll('-', '')}T${shoot_time?.replace(':', '')}`),
    )
    expect(wallTimes.filter((wallTime) => !inputTimes.has(wallTime ?? ''))).toEqual([])
  })
})

const exact = [
  ...Object.keys(days),
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Santiago',
  'Asia/Gaza',
  'Antarctica/Troll',
  'Pacific/Chatham',
]

it.each(exact)('the VTIMEZONE of %s is exact for every wall time of its years', (zone) => {
  const component = new ICAL.Component(ICAL.parse(serializeComponent(toZoneComponent(zone, 2025, 2027))))
  const parsedZone = new ICAL.Timezone(component)
  const wrongTimes: string[] = []
  let localTime = Temporal.PlainDateTime.from('2025-01-01')
  for (; localTime.year <= 2027; localTime = localTime.add({ minutes: 357 })) {
    const [earlierTime, laterTime] = (['earlier', 'later'] as const).map((disambiguation) =>
      localTime.toZonedDateTime(zone, { disambiguation }),
    )
    const offsetS = parsedZone.utcOffset(ICAL.Time.fromDateTimeString(localTime.toString({ smallestUnit: 'second' })))
    if (earlierTime && laterTime?.equals(earlierTime) && earlierTime.offsetNanoseconds / 1e9 !== offsetS)
      wrongTimes.push(`${localTime.toString()}: ${offsetS}`)
  }
  expect(wrongTimes).toEqual([])
})

it('a zone that changes by rules has the rules; another has its single changes', () => {
  const rules = (zone: string): number =>
    serializeComponent(toZoneComponent(zone, 2026, 2026)).match(/RRULE:/g)?.length ?? 0
  expect(
    ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'Africa/Casablanca'].map(rules),
  ).toEqual([2, 2, 2, 0, 0])
})

it('the bytes of a zone depend only on the years of the events', () => {
  const textInYear = (year: number): string => renderCalendarText(inputOf([entryOf(shootOf(1))], { year }))
  expect(textInYear(2027)).toBe(textInYear(2026))
})
