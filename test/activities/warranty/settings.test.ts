import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../../config/config.ts'
import { listConfigFaults } from '../../support/configFaults.ts'

const DEFAULTS = { window_days: 90, steps: [90, 30, 7, 1, 0], types: ['warranty', 'insurance'] }
const read = (text: string): unknown => loadConfig(text).warranty

it.each(['', 'warranty:', 'warranty: {}'])('absent and empty settings have the defaults: %j', (text) => {
  expect(read(text)).toEqual(DEFAULTS)
})

it('a narrower window has the default steps that lie inside it', () => {
  expect(read('warranty: { window_days: 30 }')).toEqual({ ...DEFAULTS, window_days: 30, steps: [30, 7, 1, 0] })
  expect(read('warranty: { window_days: 0 }')).toEqual({ ...DEFAULTS, window_days: 0, steps: [0] })
})

it('every setting can be given', () => {
  expect(read('warranty: { window_days: 400, steps: [365, 14], types: [insurance, receipt] }')).toEqual({
    window_days: 400,
    steps: [365, 14],
    types: ['insurance', 'receipt'],
  })
})

describe('faults are refused with their line numbers:', () => {
  it.each([
    [
      'warranty:\n  window_days: 30\n  steps:\n    - 60\n    - 7\n',
      ['kitroom.yaml:4: warranty.steps.0: 60 lies outside the window of 30 days (window_days)'],
    ],
    ['warranty:\n  steps: [7, 7]\n', ['kitroom.yaml:2: warranty.steps.1: 7 is there twice']],
    ['warranty:\n  steps: []\n', ['kitroom.yaml:2: warranty.steps: must have at least one number of days']],
    [
      'warranty:\n  steps: [1.5, -1]\n',
      [
        'kitroom.yaml:2: warranty.steps.0: must be a whole number of days',
        'kitroom.yaml:2: warranty.steps.1: must be 0 or more: an end that has passed is reported once anyway',
      ],
    ],
    ['warranty:\n  window_days: 4000\n', ['kitroom.yaml:2: warranty.window_days: must be at most 3660']],
    [
      'warranty:\n  types: [guarantee]\n',
      ['kitroom.yaml:2: warranty.types.0: must be one of receipt, warranty, insurance, user_manual'],
    ],
    ['warranty:\n  types: [warranty, warranty]\n', ['kitroom.yaml:2: warranty.types.1: warranty is there twice']],
    ['warranty:\n  windows: 90\n', ['kitroom.yaml:2: "windows" is no setting of warranty']],
  ])('%j', (text, faults) => {
    expect(listConfigFaults(text)).toEqual(faults)
  })
})
