import { expect, it } from 'vitest'
import { fullOrSmall } from '../support/counts.ts'
import { OLD_ROWS, planLargeSheet } from './largePlan.ts'

const ROWS = fullOrSmall(20_000, 5000)

it(`${ROWS} rows are planned against as many items and bindings, undone, and compared again a day later`, async () => {
  expect(await planLargeSheet(ROWS, (_pid, _what, job) => job())).toMatchObject({ stale: OLD_ROWS })
})
