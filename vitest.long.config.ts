import { crashTests } from './vitest.crash.config.ts'

/** The crash tests with their full counts: some 25 minutes on two cores. */
export default crashTests({ KITROOM_TEST_COUNTS: 'full' })
