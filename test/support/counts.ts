/** Whether this run has the full counts: `npm run test:long` sets it. */
export const isLong = process.env['KITROOM_TEST_COUNTS'] === 'full'

/** A count of kills, rounds or rows: the full one in `npm run test:long`, else one that leaves `.ci/run` within 30 minutes. */
export const sized = (full: number, small: number): number => (isLong ? full : small)

/** Ends the name of a test that only the long run has: test.skipIf(!isLong)(`a year${longOnly}`, …). */
export const longOnly = isLong ? '' : ' (skipped: npm run test:long runs it)'
