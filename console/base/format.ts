import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { profileQuery } from '../api/queries.ts'
import { useRights } from '../api/session.ts'
import { onTick } from './useMinute.ts'
import { useLanguage, type Language } from './language.tsx'

const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }
const DAY_MS = 86_400_000

export interface Format {
  currency: string
  /** The studio's time zone. */
  timeZone: string
  /** Today in the studio's time zone, YYYY-MM-DD. */
  today: string
  money: (amount: number, digits?: number) => string
  number: (value: number) => string
  /** Formats a day, YYYY-MM-DD, such as 3 Mar 2026. */
  day: (day: string) => string
  /** Formats a day with its weekday, such as Tue 3 Mar. */
  weekday: (day: string) => string
  month: (day: string) => string
  /** Formats a month without its year, such as Mar. */
  shortMonth: (day: string) => string
  /** Formats a time in the studio's time zone. */
  moment: (iso: string) => string
  /** Formats a time relative to now, such as 3 hours ago or in 2 days. */
  relative: (iso: string) => string
  /** Formats a day relative to today: today, tomorrow, in 3 days. */
  daysFromToday: (day: string) => string
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Reads today's day in a time zone, YYYY-MM-DD. */
function readToday(timeZone: string): string {
  const format =
    dayFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(timeZone, format)
  return format.format(new Date())
}

function createFormat(language: Language, currency: string, timeZone: string, today: string): Format {
  const locale = LOCALES[language]
  const inDays = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const dayFormat = inDays({ day: 'numeric', month: 'short', year: 'numeric' })
  const weekdayFormat = inDays({ weekday: 'short', day: 'numeric', month: 'short' })
  const monthFormat = inDays({ month: 'long', year: 'numeric' })
  const shortMonthFormat = inDays({ month: 'short' })
  const momentFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const formatRelative = (iso: string): string => {
    const differenceMs = Date.parse(iso) - Date.now()
    const [unit, unitMs] = UNITS.find(([, ms]) => Math.abs(differenceMs) >= ms) ?? ['second', 1000]
    return relativeFormat.format(Math.round(differenceMs / unitMs), unit)
  }
  return {
    currency,
    timeZone,
    today,
    money: (amount, digits = 2) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        maximumFractionDigits: digits,
      }).format(amount),
    number: (value) => value.toLocaleString(locale),
    day: (day) => dayFormat.format(new Date(day)),
    weekday: (day) => weekdayFormat.format(new Date(day)),
    month: (day) => monthFormat.format(new Date(day)),
    shortMonth: (day) => shortMonthFormat.format(new Date(day)),
    moment: (iso) => momentFormat.format(new Date(iso)),
    relative: formatRelative,
    daysFromToday: (day) => relativeFormat.format(daysBetween(today, day), 'day'),
  }
}

/** Formats dates, times and money by the studio's profile. */
export function useFormat(): Format {
  const { language } = useLanguage()
  const { can } = useRights()
  const { data } = useQuery({ ...profileQuery, enabled: can('profile:read') })
  const currency = data?.currency ?? 'EUR'
  const timeZone = data?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  // An open page shows the next day after midnight.
  const today = useSyncExternalStore(onTick, () => readToday(timeZone))
  return useMemo(() => createFormat(language, currency, timeZone, today), [language, currency, timeZone, today])
}
