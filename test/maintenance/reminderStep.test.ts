import { expect, test } from 'vitest'
import { reminderStep } from '../../activities/maintenance/reminderStep.ts'
import type { ReminderSteps } from '../../config/maintenance.ts'

const usual: ReminderSteps = { before: [14, 7, 1], on: true, after: [1, 7], every_after: 7 }

/** The days, before and after the date, on which somebody who looks every day is told something new. */
function toldOn(steps: ReminderSteps, from: number, to: number): number[] {
  const days: number[] = []
  let last: number | undefined
  for (let left = from; left >= to; left--) {
    const step = reminderStep(steps, left)
    if (step !== undefined && (last === undefined || step < last)) days.push(left)
    last = step
  }
  return days
}

test('before the date, on it, after it, and then again and again', () => {
  expect(toldOn(usual, 40, -40)).toEqual([14, 7, 1, 0, -1, -7, -14, -21, -28, -35])
})

test('with every_after: false the last step is the last', () => {
  expect(toldOn({ ...usual, every_after: false }, 40, -400)).toEqual([14, 7, 1, 0, -1, -7])
})

test('without steps after the date it is repeated from the date on', () => {
  expect(toldOn({ before: [], on: false, after: [], every_after: 30 }, 40, -100)).toEqual([-30, -60, -90])
  expect(toldOn({ before: [], on: false, after: [], every_after: false }, 40, -100)).toEqual([])
})

test('who looks late is told the last step that has come, and no other', () => {
  expect([30, 10, 3, 0, -5, -100].map((left) => reminderStep(usual, left))).toEqual([undefined, 14, 7, 0, -1, -98])
})
