/** `npm run test:long` sets it. */
export const isLongRun = process.env['KITROOM_TEST_COUNTS'] === 'full'

/**
 * A count of kills, rounds or rows: `full` in `npm run test:long`, otherwise `small`, so that `.ci/run` ends within 20
 * minutes.
 */
export const fullOrSmall = (full: number, small: number): number => (isLongRun ? full : small)

/**
 * Suffix of the title of a test that only the long run executes: it.skipIf(!isLongRun)(`a year${longOnlySuffix}`, …).
 */
export const longOnlySuffix = isLongRun ? '' : ' (skipped: npm run test:long runs it)'
