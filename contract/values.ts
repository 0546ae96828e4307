import { z } from 'zod'
import { codePoints, requiredText, timestamp, withCheck } from './text.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** ISO 4217 code of a currency in use. */
export const currencyCode = withCheck(z.string(), (value) =>
  currencies.has(value)
    ? undefined
    : { code: 'invalid_value', message: 'must be a currency code of ISO 4217, such as EUR' },
).meta({ title: 'currency code (ISO 4217)', pattern: '^[A-Z]{3}$', examples: ['EUR'] })

const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,99}$/

function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId === name
  } catch {
    return false
  }
}

/** Canonical name of a zone in the IANA time zone database. */
export const timeZone = withCheck(z.string(), (value) =>
  isTimeZone(value)
    ? undefined
    : { code: 'invalid_value', message: 'must be an IANA time zone, such as Europe/Berlin' },
).meta({ title: 'time zone (IANA)', pattern: ZONE_NAME.source, examples: ['Europe/Berlin'] })

const MAX_EMAIL_LENGTH = 254

/** Checks the form of an e-mail address: one `@`, a domain with a dot, no white space. */
export const emailAddress = withCheck(z.string().trim(), (value) => {
  if (codePoints(value) > MAX_EMAIL_LENGTH)
    return { code: 'too_long', message: `must have at most ${MAX_EMAIL_LENGTH} characters` }
  return /^[^\s@\u0000-\u001f\u007f]+@[^\s@.\u0000-\u001f\u007f]+(?:\.[^\s@.\u0000-\u001f\u007f]+)+$/.test(value) &&
    value.isWellFormed()
    ? undefined
    : { code: 'invalid_value', message: 'must be an e-mail address, such as ada@example.com' }
}).meta({ format: 'email', maxLength: MAX_EMAIL_LENGTH })

const isRealMoment = (text: string): boolean => {
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text
}

export const moment = timestamp.refine(isRealMoment, 'must be a moment that exists, such as 2026-03-28T09:15:00.000Z')

export const nameText = requiredText(200)

/** Updates of a PATCH: at least one field is required. */
export const atLeastOne = <const T extends z.ZodObject>(fields: T): T =>
  fields
    .check((context) => {
      if (Object.keys(context.value).length === 0)
        context.issues.push({
          code: 'custom',
          input: context.value,
          message: 'must name at least one field',
          params: { code: 'empty_updates' },
        })
    })
    .meta({ minProperties: 1 })
