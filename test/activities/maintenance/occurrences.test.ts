import { describe, expect, it } from 'vitest'
import { toNthOccurrence, findSurroundingOccurrences } from '../../../activities/maintenance/occurrences.ts'
import type { Period } from '../../../config/period.ts'
import { createSeededRandom } from '../../support/random.ts'
import { daysLater, naiveAround, naiveOccurrence } from './oracle.ts'

const months = (count: number): Period => ({ unit: 'months', count })
const years = (count: number): Period => ({ unit: 'years', count })
const list = (anchor: string, period: Period, upTo: number): string[] =>
  Array.from({ length: upTo }, (_, index) => toNthOccurrence(anchor, period, index + 1))

describe('an anchor at the end of a month', () => {
  it('is clamped to the last day of short months, and restored in long ones', () => {
    expect(list('2027-01-31', months(1), 13)).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
      '2027-07-31',
      '2027-08-31',
      '2027-09-30',
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
    ])
    expect(list('2026-08-30', months(6), 4)).toEqual(['2027-02-28', '2027-08-30', '2028-02-29', '2028-08-30'])
  })

  it('of 29 February is 28 February in common years and 29 February in leap years', () => {
    expect(list('2024-02-29', years(1), 5)).toEqual([
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
      '2029-02-28',
    ])
    expect(list('2096-02-29', years(4), 2)).toEqual(['2100-02-28', '2104-02-29'])
  })
})

it('days and weeks count across the ends of months and years', () => {
  expect(list('2027-12-25', { unit: 'days', count: 10 }, 3)).toEqual(['2028-01-04', '2028-01-14', '2028-01-24'])
  expect(list('2028-02-22', { unit: 'weeks', count: 1 }, 2)).toEqual(['2028-02-29', '2028-03-07'])
})

const occurrences = (anchor: string, period: Period, first: 0 | 1, day: string) =>
  findSurroundingOccurrences(anchor, period, first, day)

it('an occurrence on the day itself is the next one', () => {
  expect(occurrences('2026-05-31', months(6), 1, '2026-11-30')).toEqual({ missed: undefined, next: '2026-11-30' })
  expect(occurrences('2026-05-31', months(6), 1, '2026-12-01')).toEqual({ missed: '2026-11-30', next: '2027-05-31' })
})

it('the first occurrence is the next one before the anchor', () => {
  expect(occurrences('2030-01-15', years(1), 0, '2026-11-21')).toEqual({ missed: undefined, next: '2030-01-15' })
  expect(occurrences('2030-01-15', years(1), 1, '2026-11-21')).toEqual({ missed: undefined, next: '2031-01-15' })
})

it('occurrences agree with counting one by one, for 1,000 random anchors, periods and days', () => {
  const random = createSeededRandom(20_261_121)
  const upTo = { days: 400, weeks: 60, months: 30, years: 5 } as const
  const units = ['days', 'weeks', 'months', 'years'] as const
  for (let run = 0; run < 1000; run++) {
    const unit = random.pick(units)
    const period: Period = { unit, count: 1 + random.int(upTo[unit]) }
    // Half of the anchors are at the end of a month, where the arithmetic is difficult.
    const anchor = random.chance(0.5)
      ? random.pick(['2023-12-31', '2024-01-31', '2024-02-29', '2024-08-30', '2025-05-31', '2027-01-29', '2096-02-29'])
      : daysLater('2020-01-01', random.int(3000))
    const times = random.int(20)
    const day = toNthOccurrence(anchor, period, times)
    expect({ anchor, period, times, day }).toEqual({
      anchor,
      period,
      times,
      day: naiveOccurrence(anchor, period, times),
    })
    const first = random.pick([0, 1] as const)
    const today = daysLater(random.chance(0.1) ? '2019-01-01' : anchor, random.int(4000))
    expect({ anchor, period, first, today, ...occurrences(anchor, period, first, today) }).toEqual({
      anchor,
      period,
      first,
      today,
      ...naiveAround(anchor, period, first, today),
    })
  }
})
