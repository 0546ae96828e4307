import { describe, expect, it } from 'vitest'
import { findDigestTimes, findQuietEnd } from '../../../activities/notify/send/personTimes.ts'
import type { Digest, Quiet } from '../../../config/personTimes.ts'

// Quiet hours and digests across midnight, weekdays and clock changes. Berlin: UTC+1, in summer UTC+2.

const ZONE = 'Europe/Berlin'
const EVERY_DAY: Quiet['days'] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const toIso = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString()

describe('quiet hours', () => {
  const night: Quiet = { from: '20:00', to: '07:00', days: EVERY_DAY }
  it.each<[string, Quiet, string | undefined]>([
    ['2027-01-14T18:59:59Z', night, undefined],
    ['2027-01-14T19:00:00Z', night, '2027-01-15T06:00:00.000Z'],
    ['2027-01-15T05:59:59Z', night, '2027-01-15T06:00:00.000Z'],
    ['2027-01-15T06:00:00Z', night, undefined],
    // The clock is put forward on 28 March at 2:00, and back on 31 October at 3:00.
    ['2027-03-27T19:00:00Z', night, '2027-03-28T05:00:00.000Z'],
    ['2027-10-30T18:00:00Z', night, '2027-10-31T06:00:00.000Z'],
    // An end that is skipped is an hour later by the clock.
    ['2027-03-28T00:30:00Z', { ...night, from: '01:00', to: '02:30' }, '2027-03-28T01:30:00.000Z'],
    // The day is that of the beginning: Friday's quiet hours end on Saturday.
    ['2027-01-16T03:00:00Z', { ...night, days: ['friday'] }, '2027-01-16T06:00:00.000Z'],
    ['2027-01-16T20:00:00Z', { ...night, days: ['friday'] }, undefined],
    ['2027-01-16T12:00:00Z', { from: '00:00', to: '23:59', days: ['saturday'] }, '2027-01-16T22:59:00.000Z'],
  ])('at %s, %j', (now, quiet, end) => {
    expect(toIso(findQuietEnd(quiet, Date.parse(now), ZONE))).toBe(end)
  })
})

describe('digests', () => {
  const dailyRun = { at: '08:00', timeZone: ZONE }
  const daily: Digest = { every: 'day', at: '17:00' }
  const weekly: Digest = { every: 'week', at: '09:00', on: 'wednesday' }
  it.each<[string, Digest, [string, string]]>([
    ['2027-01-14T15:59:59Z', daily, ['2027-01-13T16:00:00.000Z', '2027-01-14T16:00:00.000Z']],
    ['2027-01-14T16:00:00Z', daily, ['2027-01-14T16:00:00.000Z', '2027-01-15T16:00:00.000Z']],
    ['2027-03-27T20:00:00Z', daily, ['2027-03-27T16:00:00.000Z', '2027-03-28T15:00:00.000Z']],
    ['2027-01-14T12:00:00Z', weekly, ['2027-01-13T08:00:00.000Z', '2027-01-20T08:00:00.000Z']],
    ['2027-01-14T12:00:00Z', { every: 'week', at: '09:00' }, ['2027-01-11T08:00:00.000Z', '2027-01-18T08:00:00.000Z']],
    // A digest of the daily run's hour waits for its reminders.
    ['2027-01-14T07:10:00Z', { every: 'day', at: '08:00' }, ['2027-01-13T07:15:00.000Z', '2027-01-14T07:15:00.000Z']],
    ['2027-01-14T07:10:00Z', { every: 'day', at: '07:59' }, ['2027-01-14T06:59:00.000Z', '2027-01-15T06:59:00.000Z']],
  ])('at %s, %j', (now, digest, [last, next]) => {
    const { lastMs, nextMs } = findDigestTimes(digest, Date.parse(now), ZONE, dailyRun)
    expect(toIso(lastMs)).toEqual(last)
    expect(toIso(nextMs)).toEqual(next)
  })
})
