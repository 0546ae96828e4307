import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// The last lines of .ci/run give each skipped test's own reason.

const sum = fileURLToPath(new URL('../../.ci/sum.mjs', import.meta.url))

test('the sum names the reason of each skipped test, by its title or its own words', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-sum-'))
  try {
    const skipped = (fullName: string, meta = {}) => ({ status: 'skipped', fullName, meta })
    const assertionResults = [
      { status: 'passed', fullName: 'a test (of something)', meta: {} },
      skipped('Google (skipped: no KITROOM_TEST_GOOGLE) RAW values stay (as they are)'),
      skipped('a disk (NOT RUN: gcc is not there (spawn gcc ENOENT)) fails'),
      skipped('the readers agree', { skipReason: 'NOT RUN: there is no Python' }),
      skipped('without a word'),
    ]
    const run = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 4, numTodoTests: 0, testResults: [{ assertionResults, status: 'passed' }] }
    const file = join(folder, 'test.json')
    writeFileSync(file, JSON.stringify(run))
    const { stdout, status } = spawnSync(process.execPath, [sum, file], { encoding: 'utf8' })
    expect(stdout.trimEnd().split('\n')).toEqual([
      '1 × skipped: no KITROOM_TEST_GOOGLE',
      '1 × NOT RUN: gcc is not there (spawn gcc ENOENT)',
      '1 × NOT RUN: there is no Python',
      '1 × no reason given: without a word',
      'tests: 1 passed, 0 failed, 4 skipped',
    ])
    expect(status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const LONG_REASON = '(skipped: a reason that is longer than the forty characters to which titles are shortened by default)'

test.each([{ name: `directly ${LONG_REASON}` }])('a title from a table is whole: $name', ({ name }) => {
  expect(expect.getState().currentTestName).toContain(name)
})
