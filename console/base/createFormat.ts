import { daysBetween } from './days.ts'

/** The locale of each language of the console. */
export const LOCALES = { en: 'en-GB', de: 'de-DE' } as const

export interface Format {
  locale: string
  currency: string
  /** The studio's time zone. */
  timeZone: string
  /** Today in the studio's time zone, YYYY-MM-DD. */
  today: string
  /** Formats an amount. Fewer digits round it, which is for sums only. */
  money: (amount: number, digits?: number) => string
  /** Formats an amount without the decimals of a whole one. */
  shortMoney: (amount: number) => string
  /** Formats a number with all of its digits. */
  number: (value: number) => string
  /** Formats a number with all of its digits, without groups of them. */
  ungrouped: (value: number) => string
  /** Formats a day, YYYY-MM-DD, such as 3 Mar 2026. */
  day: (day: string) => string
  /** Formats a day with its weekday, such as Tue 3 Mar, and with its year if that is not this one. */
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
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** Every number that a program stores has at most 17 significant digits. */
const ALL_DIGITS = { maximumSignificantDigits: 17 }

/** Formats a number as its decimal text says, so that no digit is rounded or added. */
const formatExactly = (format: Intl.NumberFormat, value: number): string => format.format(String(value) as `${number}`)

function createMoney(locale: string, currency: string): Pick<Format, 'money' | 'shortMoney'> {
  const inMoney = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...options })
  const money = inMoney({ maximumFractionDigits: 2 })
  const shortMoney = inMoney({ maximumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' })
  return {
    money: (amount, digits = 2) => (digits === 2 ? money : inMoney({ maximumFractionDigits: digits })).format(amount),
    shortMoney: (amount) => shortMoney.format(amount),
  }
}

function createDays(locale: string, today: string): Pick<Format, 'day' | 'weekday' | 'month' | 'shortMonth'> {
  const inDays = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (day: string): string => format.format(new Date(day))
  }
  const weekday = inDays({ weekday: 'short', day: 'numeric', month: 'short' })
  const weekdayOfYear = inDays({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  return {
    day: inDays({ day: 'numeric', month: 'short', year: 'numeric' }),
    weekday: (day) => (day.slice(0, 4) === today.slice(0, 4) ? weekday(day) : weekdayOfYear(day)),
    month: inDays({ month: 'long', year: 'numeric' }),
    shortMonth: inDays({ month: 'short' }),
  }
}

/** Creates the forms of dates, times and amounts in a language and for a studio. */
export function createFormat(locale: string, currency: string, timeZone: string, today: string): Format {
  const numberFormat = new Intl.NumberFormat(locale, ALL_DIGITS)
  const ungroupedFormat = new Intl.NumberFormat(locale, { ...ALL_DIGITS, useGrouping: false })
  const momentFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const formatRelative = (iso: string): string => {
    const differenceMs = Date.parse(iso) - Date.now()
    const [unit, unitMs] = UNITS.find(([, ms]) => Math.abs(differenceMs) >= ms) ?? ['second', 1000]
    return relativeFormat.format(Math.round(differenceMs / unitMs), unit)
  }
  return {
    locale,
    currency,
    timeZone,
    today,
    ...createMoney(locale, currency),
    number: (value) => formatExactly(numberFormat, value),
    ungrouped: (value) => formatExactly(ungroupedFormat, value),
    ...createDays(locale, today),
    moment: (iso) => momentFormat.format(new Date(iso)),
    relative: formatRelative,
    daysFromToday: (day) => relativeFormat.format(daysBetween(today, day), 'day'),
  }
}
