import { validate } from 'node-cron'
import { say, type Said } from '../../contract/sentences/say.ts'

/** More than all values of each field need. */
const MAX_LENGTH = 500

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

interface ScheduleField {
  name: string
  min: number
  max: number
  /** Names of the values; the first is the name of `min`. */
  names?: readonly string[]
}

const fields: readonly ScheduleField[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: MONTHS },
  { name: 'day of week', min: 0, max: 7, names: WEEKDAYS },
]

function numberOf(text: string, field: ScheduleField): number | undefined {
  if (/^\d{1,2}$/.test(text)) {
    const value = Number(text)
    return value >= field.min && value <= field.max ? value : undefined
  }
  const index = field.names?.indexOf(text.toLowerCase()) ?? -1
  return index < 0 ? undefined : index + field.min
}

function isPart(part: string, field: ScheduleField): boolean {
  const [range = '', step, ...more] = part.split('/')
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d?$/.test(step))) return false
  if (range === '*') return true
  const [from, to, ...rest] = range.split('-').map((text) => numberOf(text, field))
  if (from === undefined || rest.length > 0) return false
  if (!range.includes('-')) return true
  return to !== undefined && from <= to
}

/** Validates a schedule (five fields; digits, names, `*`, `,`, `-`, `/`). @returns the fault, if any */
export function findScheduleFault(text: string): Said | undefined {
  if (text.length > MAX_LENGTH) return say('setting_too_many_characters', { max: MAX_LENGTH })
  const parts = text.trim().split(/\s+/)
  if (parts.length !== fields.length) return say('setting_schedule_fields')
  const invalidField = fields.find(
    (field, index) => !(parts[index] ?? '').split(',').every((part) => isPart(part, field)),
  )
  if (invalidField) return say('setting_schedule_field', { field: invalidField.name })
  return validate(text) ? undefined : say('setting_schedule_never')
}
