import { expect, it } from 'vitest'
import { toLocalTime, toMinuteEnd, toMoment } from '../../console/base/zonedTime.ts'

it.each([
  ['2026-01-15T09:15', 'Europe/Berlin', '2026-01-15T08:15:00.000Z'],
  ['2026-07-15T09:15', 'Europe/Berlin', '2026-07-15T07:15:00.000Z'],
  // The clocks change at 02:00 of these nights.
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ['2026-11-01T23:30', 'America/New_York', '2026-11-02T04:30:00.000Z'],
  ['2026-01-01T00:00', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
  ['2026-01-01T12:00', 'Pacific/Kiritimati', '2025-12-31T22:00:00.000Z'],
])('%s in %s is %s', (local, timeZone, moment) => {
  expect(toMoment(local, timeZone)).toBe(moment)
  expect(toLocalTime(Date.parse(moment), timeZone)).toBe(local)
})

it('a minute reaches to its last millisecond, and a text that is no time stays as it is', () => {
  expect(toMinuteEnd('2026-01-15T09:15', 'UTC')).toBe('2026-01-15T09:15:59.999Z')
  expect({ toMoment: toMoment('soon', 'UTC'), toMinuteEnd: toMinuteEnd('soon', 'UTC') }).toEqual({
    toMoment: 'soon',
    toMinuteEnd: 'soon',
  })
})
