import { DEFAULT_LANGUAGE, type Language } from './language.ts'

/** Formats of dates, times, money and counts in a language. */
export interface Format {
  /** @param day `YYYY-MM-DD` */
  day(day: string): string
  /** @param at ISO 8601; shown in the time zone of the reader */
  time(at: string): string
  /** @param currency code of ISO 4217 */
  money(amount: number, currency: string): string
  count(count: number): string
}

/** Formats dates as ISO 8601 for English messages, which no reader takes for another date, and times in UTC. */
const isoFormat: Format = {
  day: (day) => day,
  time: (at) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  money: (amount, currency) => `${amount.toFixed(2)} ${currency}`,
  count: String,
}

/**
 * Styles with whole month names, because a short one such as `mar` may be taken for a weekday. Other languages use
 * numbers.
 */
const dateStyles: Readonly<Partial<Record<Language, 'long'>>> = { fr: 'long', es: 'long' }

/** Formats the first of a month as an ordinal in French. */
const toOrdinal = (text: string, language: Language): string =>
  language === 'fr' ? text.replace(/^1(?=\s)/, '1er') : text

/** @param timeZone of the reader */
export function createFormat(language: Language, timeZone: string): Format {
  if (language === DEFAULT_LANGUAGE) return isoFormat
  const dateStyle = dateStyles[language] ?? 'medium'
  const days = new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' })
  const times = new Intl.DateTimeFormat(language, { dateStyle, timeStyle: 'short', timeZone })
  const counts = new Intl.NumberFormat(language)
  return {
    day: (day) => toOrdinal(days.format(Date.parse(day)), language),
    time: (at) => toOrdinal(times.format(Date.parse(at)), language),
    money: (amount, currency) => new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount),
    count: (count) => counts.format(count),
  }
}
