import { describe, expect, test } from 'vitest'
import { dueCover, nextLookAt } from '../../activities/warranty/dueCover.ts'

const STEPS = [90, 30, 7, 1, 0]

describe('what is due', () => {
  test.each([
    [91, undefined],
    [90, { step: 90, unlessTold: 90 }],
    [31, { step: 90, unlessTold: 90 }],
    [30, { step: 30, unlessTold: 30 }],
    [2, { step: 7, unlessTold: 7 }],
    [1, { step: 1, unlessTold: 1 }],
    [0, { step: 0, unlessTold: 0 }],
    [-1, { step: 0, unlessTold: 0 }],
    [-4000, { step: 0, unlessTold: 0 }],
  ])('with %i days left', (left, due) => {
    expect(dueCover(STEPS, left)).toEqual(due)
  })

  test('without a step on the last day, what has ended is told unless an earlier step was', () => {
    expect(dueCover([30, 7], 0)).toEqual({ step: 7, unlessTold: 7 })
    expect(dueCover([30, 7], -1)).toEqual({ step: 0, unlessTold: 7 })
  })
})

describe('the next look', () => {
  const nextLook = (expiresOn: string, left: number, timeZone: string, at = '08:00', steps: readonly number[] = STEPS): string | null => {
    const ms = nextLookAt(expiresOn, left, { steps, at, timeZone })
    return ms === null ? null : new Date(ms).toISOString()
  }

  test('is on the day of the step after today’s, at the hour of reminders', () => {
    expect(nextLook('2027-03-31', 120, 'UTC')).toBe('2026-12-31T08:00:00.000Z')
    expect(nextLook('2027-03-31', 90, 'UTC')).toBe('2027-03-01T08:00:00.000Z')
    expect(nextLook('2027-03-31', 8, 'UTC')).toBe('2027-03-24T08:00:00.000Z')
    expect(nextLook('2027-03-31', 1, 'UTC')).toBe('2027-03-31T08:00:00.000Z')
    expect(nextLook('2028-03-01', 2, 'UTC'), 'over a leap day').toBe('2028-02-29T08:00:00.000Z')
  })

  test('is none when no step is left', () => {
    expect(nextLook('2027-03-31', 0, 'UTC')).toBeNull()
    expect(nextLook('2027-03-31', -1, 'UTC')).toBeNull()
    expect(nextLook('2027-03-31', 20, 'UTC', '08:00', [30])).toBeNull()
  })

  test.each([
    ['Europe/Berlin', '2027-03-27T07:00:00.000Z', '2027-03-28T06:00:00.000Z'],
    ['America/New_York', '2027-03-27T12:00:00.000Z', '2027-03-28T12:00:00.000Z'],
    ['Pacific/Auckland', '2027-03-26T19:00:00.000Z', '2027-03-27T19:00:00.000Z'],
    ['Asia/Kolkata', '2027-03-27T02:30:00.000Z', '2027-03-28T02:30:00.000Z'],
  ])('keeps to the clocks of %s when they are changed', (zone, before, after) => {
    expect(nextLook('2027-03-28', 7, zone)).toBe(before)
    expect(nextLook('2027-03-28', 1, zone)).toBe(after)
  })

  test('at an hour that a day does not have is as much later, at one that it has twice the first', () => {
    expect(nextLook('2027-03-28', 1, 'Europe/Berlin', '02:30')).toBe('2027-03-28T01:30:00.000Z')
    expect(nextLook('2027-10-31', 1, 'Europe/Berlin', '02:30')).toBe('2027-10-31T00:30:00.000Z')
  })
})
