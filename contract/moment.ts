import { z } from 'zod'
import { toSchemaMessage } from './schemaFaults.ts'
import { isRealDay } from './text.ts'

const TIME_OF_DAY = '(?:[01]\\d|2[0-3]):[0-5]\\d'
const MOMENT = new RegExp(
  `^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])(?:T${TIME_OF_DAY}(?::[0-5]\\d(?:\\.\\d{1,3})?)?(?:Z|[+-]${TIME_OF_DAY}))?$`,
)
const INVALID_MOMENT = toSchemaMessage('no_day_or_moment', {})

const isoOf = (text: string, endOfDay: boolean): string | undefined => {
  if (!isRealDay(text.slice(0, 10))) return undefined
  if (text.length === 10) return `${text}T${endOfDay ? '23:59:59.999' : '00:00:00.000'}Z`
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

const queryMoment = (endOfDay: boolean) =>
  z
    .string()
    .regex(MOMENT, INVALID_MOMENT)
    .transform((text, context) => {
      const iso = isoOf(text, endOfDay)
      if (iso !== undefined) return iso
      context.issues.push({ code: 'custom', input: text, message: INVALID_MOMENT })
      return z.NEVER
    })
    .meta({
      title: 'day (`2026-03-28`) or moment with its zone (`2026-03-28T09:15:00Z`)',
      examples: ['2026-03-28', '2026-03-28T09:15:00.000Z'],
    })

/** `from` and `to`, inclusive, ISO 8601 UTC with milliseconds. A day is a UTC day: `to` means its last millisecond. */
export const momentQuery = { from: queryMoment(false).optional(), to: queryMoment(true).optional() }
