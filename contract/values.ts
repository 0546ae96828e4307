import { z } from 'zod'
import { describeFault } from './faultReasons.ts'
import { createIssue, toSchemaMessage } from './schemaFaults.ts'
import { codePoints, requiredText, timestamp, withCheck } from './text.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** ISO 4217 code of a currency in use. */
export const currencyCode = withCheck(z.string(), (value) =>
  currencies.has(value) ? undefined : describeFault('no_currency', {}),
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
  isTimeZone(value) ? undefined : describeFault('no_time_zone', {}),
).meta({ title: 'time zone (IANA)', pattern: ZONE_NAME.source, examples: ['Europe/Berlin'] })

const MAX_EMAIL_LENGTH = 254

/** Checks the form of an e-mail address: one `@`, a domain with a dot, no white space. */
export const emailAddress = withCheck(z.string().trim(), (value) => {
  if (codePoints(value) > MAX_EMAIL_LENGTH) return describeFault('too_many_characters', { max: MAX_EMAIL_LENGTH })
  return /^[^\s@\u0000-\u001f\u007f]+@[^\s@.\u0000-\u001f\u007f]+(?:\.[^\s@.\u0000-\u001f\u007f]+)+$/.test(value) &&
    value.isWellFormed()
    ? undefined
    : describeFault('no_email', {})
}).meta({ format: 'email', maxLength: MAX_EMAIL_LENGTH })

const isRealMoment = (text: string): boolean => {
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text
}

export const moment = timestamp.refine(isRealMoment, toSchemaMessage('no_moment', {}))

export const nameText = requiredText(200)

/** Updates of a PATCH: at least one field is required. */
export const atLeastOne = <const T extends z.ZodObject>(fields: T): T =>
  fields
    .check((context) => {
      if (Object.keys(context.value).length === 0) context.issues.push(createIssue(context.value, 'empty_updates', {}))
    })
    .meta({ minProperties: 1 })
