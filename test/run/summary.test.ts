import { describe, expect, it } from 'vitest'
import { FOUND_FAULT } from '../support/foundFault.ts'
import { chooseRepeats, describeFlaky, isListed } from './flaky.ts'
import type { ModuleResult, Results, TestResult } from './results.ts'
import { countTests, summarize } from './summary.ts'

const LONG_REASON =
  '(skipped: a reason that is longer than the forty characters to which titles are shortened by default)'

const test = (name: string, state: TestResult['state'], more: Partial<TestResult> = {}): TestResult => ({
  name,
  state,
  errors: [],
  ...more,
})
const module = (file: string, tests: TestResult[], more: Partial<ModuleResult> = {}): ModuleResult => ({
  file,
  project: 'units',
  durationMs: 1500,
  errors: [],
  tests,
  ...more,
})
const failing = (file: string, error = 'AssertionError: expected 1 to be 2\n at x.test.ts:3'): ModuleResult =>
  module(file, [test('of today', 'failed', { errors: [error] }), test('of yesterday', 'passed')])
const resultsOf = (...modules: ModuleResult[]): Results => ({ modules, unhandledErrors: [] })

describe('the summary', () => {
  it('names the reason of each skipped test, and sums the tests in its last line', () => {
    const tests = [
      test('a test (of something)', 'passed'),
      test('Google', 'skipped', { reason: 'skipped: no KITROOM_TEST_GOOGLE' }),
      test('another of Google', 'skipped', { reason: 'skipped: no KITROOM_TEST_GOOGLE' }),
      test('silently', 'skipped'),
    ]
    expect(summarize(resultsOf(module('test/a.test.ts', tests)), [], false)).toEqual([
      '2 × skipped: no KITROOM_TEST_GOOGLE',
      '1 × no reason given: silently',
      'tests: 1 passed, 0 failed, 3 skipped',
    ])
  })

  it('counts a file that could not be loaded and an error outside of tests as failed tests', () => {
    const results = {
      modules: [module('test/a.test.ts', [], { errors: ['SyntaxError: no'] })],
      unhandledErrors: ['Error: late'],
    }
    expect(countTests(results)).toEqual({ passed: 0, failed: 2, skipped: 0 })
    expect(summarize(results, [], false)).toEqual([
      'FAILED: test/a.test.ts (units)\n  SyntaxError: no',
      'ERROR OUTSIDE OF TESTS: Error: late',
      'tests: 0 passed, 2 failed, 0 skipped',
    ])
  })

  it('of a whole run lists the slowest files, the slowest first', () => {
    const modules = [module('test/a.test.ts', []), module('test/b.test.ts', [], { durationMs: 30_000 })]
    expect(summarize(resultsOf(...modules), [], true).slice(0, 3)).toEqual([
      'The slowest files:',
      '   30.0 s  test/b.test.ts (units)',
      '    1.5 s  test/a.test.ts (units)',
    ])
  })
})

describe('a failed file', () => {
  it.each(['test/a.test.ts', 'test/a.studio.test.ts', 'test/a.browser.test.ts'])('%s is repeated', (file) => {
    expect(chooseRepeats(resultsOf(failing(file), module('test/other.crash.test.ts', [])))).toHaveLength(1)
  })

  it.each([
    ['of a crash test', resultsOf(failing('test/a.crash.test.ts'))],
    ['of a measure', resultsOf(failing('test/a.measure.test.ts'))],
    ['that found wrong data', resultsOf(failing('test/a.test.ts', `${FOUND_FAULT}: an invariant does not hold`))],
    ['beside two others', resultsOf(failing('test/a.test.ts'), failing('test/b.test.ts'), failing('test/c.test.ts'))],
    ['beside a crash test', resultsOf(failing('test/a.test.ts'), failing('test/b.crash.test.ts'))],
    ['beside an error outside of tests', { modules: [failing('test/a.test.ts')], unhandledErrors: ['Error: late'] }],
  ])('%s is not repeated', (_name, results) => {
    expect(chooseRepeats(results)).toEqual([])
  })

  it('is described by its failed tests and the first line of their reason', () => {
    expect(describeFlaky(failing('test/a.test.ts'))).toEqual([
      { test: 'of today', reason: 'AssertionError: expected 1 to be 2' },
    ])
    expect(describeFlaky(module('test/a.test.ts', [], { errors: ['Error: hook'] }))).toEqual([
      { test: 'test/a.test.ts', reason: 'Error: hook' },
    ])
  })

  it('is known by its file and its test', () => {
    const list = [{ date: '2026-11-27', file: 'test/a.test.ts', test: 'of today', reason: 'Error' }]
    expect(isListed(list, 'test/a.test.ts', 'of today')).toBe(true)
    expect(isListed(list, 'test/a.test.ts', 'of tomorrow')).toBe(false)
  })
})

it.each([{ name: `directly ${LONG_REASON}` }])('a title from a table is whole: $name', ({ name }) => {
  expect(expect.getState().currentTestName).toContain(name)
})
