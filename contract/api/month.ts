import { z } from 'zod'
import { describeFault } from '../faultReasons.ts'
import { isRealDay, withCheck } from '../text.ts'

/** A month from 1900-01 to 2200-12, YYYY-MM. */
export const month = withCheck(z.string(), (value) =>
  isRealDay(`${value}-01`) && value >= '1900-01' && value <= '2200-12' ? undefined : describeFault('no_month', {}),
).meta({
  title: 'month (YYYY-MM)',
  pattern: '^(?:(?:19|20|21)[0-9]{2}|2200)-(?:0[1-9]|1[0-2])$',
  examples: ['2026-03'],
})
