import { say, type Said } from '../contract/sentences/say.ts'

export interface Period {
  unit: 'days' | 'weeks' | 'months' | 'years'
  count: number
}

const MAX_COUNTS: Readonly<Record<Period['unit'], number>> = { days: 3650, weeks: 520, months: 600, years: 100 }
const NEEDS_PERIOD = say('setting_period')

const isUnit = (text: string): text is Period['unit'] => Object.hasOwn(MAX_COUNTS, text)

function checkCount(unit: string, count: unknown): { period: Period } | { fault: Said } {
  if (!isUnit(unit)) return { fault: NEEDS_PERIOD }
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= MAX_COUNTS[unit])
    return { period: { unit, count } }
  return { fault: say('setting_period_count', { unit, max: MAX_COUNTS[unit] }) }
}

function parseText(text: string): { period: Period } | { fault: Said } {
  const match = /^(\d{1,6})\s+([a-z]+?)s?$/.exec(text.trim().toLowerCase())
  return match ? checkCount(`${match[2]}s`, Number(match[1])) : { fault: NEEDS_PERIOD }
}

/** Parses `{ months: 6 }` (exactly one unit) or the text `6 months`. */
export function parsePeriod(value: unknown): { period: Period } | { fault: Said } {
  if (typeof value === 'string') return parseText(value)
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  const [entry] = entries
  return entry !== undefined && entries.length === 1 ? checkCount(...entry) : { fault: NEEDS_PERIOD }
}

export const describePeriod = ({ unit, count }: Period): string =>
  count === 1 ? `every ${unit.slice(0, -1)}` : `every ${count} ${unit}`
