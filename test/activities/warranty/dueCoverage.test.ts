import { describe, expect, it } from 'vitest'
import { findDueCoverageStep } from '../../../activities/warranty/findDueCoverageStep.ts'

const STEPS = [90, 30, 7, 1, 0]

describe('the due step', () => {
  it.each([
    [91, undefined],
    [90, { step: 90, notifiedStep: 90 }],
    [31, { step: 90, notifiedStep: 90 }],
    [30, { step: 30, notifiedStep: 30 }],
    [2, { step: 7, notifiedStep: 7 }],
    [1, { step: 1, notifiedStep: 1 }],
    [0, { step: 0, notifiedStep: 0 }],
    [-1, { step: 0, notifiedStep: 0 }],
    [-4000, { step: 0, notifiedStep: 0 }],
  ])('with %i days left', (daysLeft, due) => {
    expect(findDueCoverageStep(STEPS, daysLeft)).toEqual(due)
  })

  it('without a step of 0 days is one more after the end, unless an earlier step was notified', () => {
    expect(findDueCoverageStep([30, 7], 0)).toEqual({ step: 7, notifiedStep: 7 })
    expect(findDueCoverageStep([30, 7], -1)).toEqual({ step: 0, notifiedStep: 7 })
  })
})
