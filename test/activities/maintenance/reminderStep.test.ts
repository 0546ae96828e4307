import { expect, it } from 'vitest'
import { findReminderStep } from '../../../activities/maintenance/findReminderStep.ts'
import type { ReminderSteps } from '../../../config/maintenance.ts'

const usualSteps: ReminderSteps = { before: [14, 7, 1], on: true, after: [1, 7], every_after: 7 }

/** The numbers of days left at which a daily check finds a new step. */
function notifiedOn(steps: ReminderSteps, from: number, to: number): number[] {
  const days: number[] = []
  let lastStep: number | undefined
  for (let daysLeft = from; daysLeft >= to; daysLeft--) {
    const step = findReminderStep(steps, daysLeft)
    if (step !== undefined && (lastStep === undefined || step < lastStep)) days.push(daysLeft)
    lastStep = step
  }
  return days
}

it('steps come before the date, on it, after it, and then repeat', () => {
  expect(notifiedOn(usualSteps, 40, -40)).toEqual([14, 7, 1, 0, -1, -7, -14, -21, -28, -35])
})

it('steps do not repeat with every_after: false', () => {
  expect(notifiedOn({ ...usualSteps, every_after: false }, 40, -400)).toEqual([14, 7, 1, 0, -1, -7])
})

it('steps repeat from the date on if none is set after it', () => {
  expect(notifiedOn({ before: [], on: false, after: [], every_after: 30 }, 40, -100)).toEqual([-30, -60, -90])
  expect(notifiedOn({ before: [], on: false, after: [], every_after: false }, 40, -100)).toEqual([])
})

it('a late check finds the last step reached, and no other', () => {
  expect([30, 10, 3, 0, -5, -100].map((daysLeft) => findReminderStep(usualSteps, daysLeft))).toEqual([
    undefined,
    14,
    7,
    0,
    -1,
    -98,
  ])
})
