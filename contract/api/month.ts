import { z } from 'zod'
import { isRealDay, withCheck } from '../text.ts'

/** A month from 1900-01 to 2200-12, YYYY-MM. */
export const month = withCheck(z.string(), (value) =>
  isRealDay(`${value}-01`) && value >= '1900-01' && value <= '2200-12'
    ? undefined
    : { code: 'invalid_value', message: 'must be a month from 1900-01 to 2200-12, written YYYY-MM' },
).meta({
  title: 'month (YYYY-MM)',
  pattern: '^(?:(?:19|20|21)[0-9]{2}|2200)-(?:0[1-9]|1[0-2])$',
  examples: ['2026-03'],
})
