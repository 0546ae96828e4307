// Runs before each test file: the time limits of the product are stretched in the test's process, too.
import { setTimeLimitScale } from '../../platform/timeLimit.ts'
import { STRETCHED_SCALE } from './timeLimits.ts'

setTimeLimitScale(STRETCHED_SCALE)
