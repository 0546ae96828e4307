import { z } from 'zod'
import { describeFault, type DescribedFault } from './faultReasons.ts'
import { createIssue, toSchemaMessage } from './schemaFaults.ts'

type Check = (value: string) => DescribedFault | undefined

/** Adds a check that reports one of our faults. */
export const withCheck = (schema: z.ZodString, check: Check) =>
  schema.check((context) => {
    const fault = check(context.value)
    if (fault)
      context.issues.push({
        code: 'custom',
        input: context.value,
        message: fault.detail,
        params: { fault },
      })
  })

const CONTROL_CHARACTERS = /[\u0000-\u001f]/
const CONTROLS_EXCEPT_TAB_AND_LINE_FEED = /[\u0000-\u0008\u000b-\u001f]/

/** Counts code points, so that an emoji counts once. */
export function codePoints(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const codeUnit = text.charCodeAt(index)
    if (codeUnit >= 0xd800 && codeUnit <= 0xdbff) index++
    count++
  }
  return count
}

/** Matches a visible character: not white space, a zero-width character, a filler, a selector or a direction mark. */
const VISIBLE_CHARACTER = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u

const nullWhenBlank = (text: string): string | null => (VISIBLE_CHARACTER.test(text) ? text : null)

function textCheck(min: number, max: number, controls: RegExp): Check {
  return (value) => {
    if (min > 0 && !VISIBLE_CHARACTER.test(value)) return describeFault('blank', {})
    if (value.length > max && codePoints(value) > max) return describeFault('too_many_characters', { max })
    if (!value.isWellFormed()) return describeFault('half_a_character', {})
    if (controls.test(value)) return describeFault('control_characters', {})
    return undefined
  }
}

/** OpenAPI pattern for text with a non-blank character. */
export const NOT_BLANK = '\\S'

/** Required text: trimmed, one line, 1 to `max` code points. */
export const requiredText = (max: number) =>
  withCheck(z.string().trim(), textCheck(1, max, CONTROL_CHARACTERS)).meta({
    minLength: 1,
    maxLength: max,
    pattern: NOT_BLANK,
  })

/**
 * Matches a character that search does not ignore. It ignores accents, so a text of accents alone would match
 * everything.
 */
const SEARCHABLE_CHARACTER = /[^\p{M}\p{White_Space}\p{Default_Ignorable_Code_Point}]/u

export const searchText = (max: number) => {
  const check = textCheck(1, max, CONTROL_CHARACTERS)
  const checkSearchable: Check = (value) =>
    SEARCHABLE_CHARACTER.test(value) ? undefined : describeFault('nothing_to_search', {})
  return withCheck(z.string().trim(), (value) => check(value) ?? checkSearchable(value)).meta({
    minLength: 1,
    maxLength: max,
    pattern: NOT_BLANK,
  })
}

/** Optional one-line text; blank text becomes `null`. */
export const optionalText = (max = 200) =>
  withCheck(z.string().trim(), textCheck(0, max, CONTROL_CHARACTERS))
    .meta({ maxLength: max })
    .transform(nullWhenBlank)

/** Like `optionalText`, but tabs and line feeds are allowed. */
export const optionalLines = (max: number) =>
  withCheck(z.string().trim(), textCheck(0, max, CONTROLS_EXCEPT_TAB_AND_LINE_FEED))
    .meta({ maxLength: max })
    .transform(nullWhenBlank)

const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2200-12-31'
const DAY_IN_RANGE = '^(?:(?:19|20|21)[0-9]{2}|2200)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$'
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** True for an existing day, written YYYY-MM-DD. */
export function isRealDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8, 10))
  const leapDay = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0
  return month >= 1 && month <= 12 && day >= 1 && day <= (DAYS_OF_MONTH[month - 1] ?? 0) + leapDay
}

/** An existing day, YYYY-MM-DD, 1900-01-01 to 2200-12-31. */
export const day = withCheck(z.string(), (value) => {
  if (!isRealDay(value)) return describeFault('no_day', {})
  if (value < FIRST_DAY || value > LAST_DAY)
    return describeFault('day_not_between', { earliest: FIRST_DAY, latest: LAST_DAY })
  return undefined
}).meta({ format: 'date', pattern: DAY_IN_RANGE, examples: ['2026-03-28'] })

/** ISO 8601 UTC with milliseconds. */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, toSchemaMessage('no_moment', {}))
  .meta({ format: 'date-time', examples: ['2026-03-28T09:15:00.000Z'] })

export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  .meta({ format: 'uuid' })

/** Accepts a record id from a client, also in upper case. */
export const clientUuid = z
  .string()
  .regex(
    /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
    toSchemaMessage('no_uuid', {}),
  )
  .meta({ format: 'uuid' })
  .transform((id) => id.toLowerCase())

const hasTwoDecimals = (value: number): boolean => Number(value.toFixed(2)) === value

/** Money in the account's currency: 0 to 1,000,000,000 with at most two decimals. */
export const money = z
  .number()
  .min(0)
  .max(1e9)
  .check((context) => {
    if (!hasTwoDecimals(context.value)) context.issues.push(createIssue(context.value, 'two_decimals', {}))
  })
  .transform((value) => value + 0)

/** A measurement in the unit that the field's name states. */
export const measure = (min: number, max: number) =>
  z
    .number()
    .min(min)
    .max(max)
    .transform((value) => value + 0)

export const count = (max: number) =>
  z
    .int()
    .min(0)
    .max(max)
    .transform((value) => value + 0)
