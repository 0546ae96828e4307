export interface Period {
  unit: 'days' | 'weeks' | 'months' | 'years'
  count: number
}

const MAX_COUNTS: Readonly<Record<Period['unit'], number>> = { days: 3650, weeks: 520, months: 600, years: 100 }
const PERIOD_MESSAGE = 'must be a period such as "6 months" or { months: 6 }: one of days, weeks, months, years'

const isUnit = (text: string): text is Period['unit'] => Object.hasOwn(MAX_COUNTS, text)

function checkCount(unit: string, count: unknown): { period: Period } | { fault: string } {
  if (!isUnit(unit)) return { fault: PERIOD_MESSAGE }
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= MAX_COUNTS[unit])
    return { period: { unit, count } }
  return { fault: `must be a whole number of ${unit} from 1 to ${MAX_COUNTS[unit]}` }
}

function parseText(text: string): { period: Period } | { fault: string } {
  const match = /^(\d{1,6})\s+([a-z]+?)s?$/.exec(text.trim().toLowerCase())
  return match ? checkCount(`${match[2]}s`, Number(match[1])) : { fault: PERIOD_MESSAGE }
}

/** Parses `{ months: 6 }` (exactly one unit) or the text `6 months`. */
export function parsePeriod(value: unknown): { period: Period } | { fault: string } {
  if (typeof value === 'string') return parseText(value)
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  const [entry] = entries
  return entry !== undefined && entries.length === 1 ? checkCount(...entry) : { fault: PERIOD_MESSAGE }
}

export const describePeriod = ({ unit, count }: Period): string =>
  count === 1 ? `every ${unit.slice(0, -1)}` : `every ${count} ${unit}`
