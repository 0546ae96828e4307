import { describe, expect, test } from 'vitest'
import { dueCover } from '../../activities/warranty/dueCover.ts'

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
