import { crashTests } from './vitest.crash.config.ts'

/** The crash tests with their full counts: about an hour on two cores (46 minutes when last measured whole, with fewer files). */
export default crashTests({ KITROOM_TEST_COUNTS: 'full' })
