import { addDays, isRealDay } from './days.ts'
import type { Reading } from './readNumber.ts'

interface DayParts {
  day: number
  month: number
  year: number
}

interface DayWords {
  /** Numbers of the months and of the days of the week, 0 first, by their names. */
  months: Map<string, number>
  weekdays: Map<string, number>
  relative: Intl.RelativeTimeFormat
  /** Form of a day of three numbers, such as `day.month.year`. */
  numeric: string
}

const MONTHS = 12
const DAYS_PER_WEEK = 7
/** A Sunday. */
const FIRST_SUNDAY = '2023-01-01'
/** Locales of other forms: words of their languages, day or month first. */
const OTHER_FORMS = ['en-GB', 'en-US', 'de-DE', 'fr-FR', 'es-ES']
/** Locale of those who write the month first in the language of another locale. */
const MONTH_FIRST: Record<string, string> = { 'en-GB': 'en-US' }

const simplify = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim()
    .toLowerCase()
const toDay = ({ day, month, year }: DayParts): string =>
  [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
const ifReal = (parts: DayParts): string[] => [toDay(parts)].filter(isRealDay)

const namesOf = (locale: string, days: string[], type: 'month' | 'weekday'): Map<string, number> =>
  new Map(
    (['long', 'short'] as const).flatMap((width) =>
      [{}, { day: 'numeric' as const, year: 'numeric' as const }].flatMap((others) => {
        const format = new Intl.DateTimeFormat(locale, { ...others, [type]: width, month: width, timeZone: 'UTC' })
        return days.map((day, index): [string, number] => {
          const part = format.formatToParts(new Date(day)).find((each) => each.type === type)
          return [(part?.value ?? '').toLowerCase().replace(/\.$/, ''), index]
        })
      }),
    ),
  )

const knownWords = new Map<string, DayWords>()

function wordsOf(locale: string): DayWords {
  const known = knownWords.get(locale)
  if (known) return known
  const months = Array.from({ length: MONTHS }, (_, month) => toDay({ day: 15, month: month + 1, year: 2023 }))
  const weekdays = Array.from({ length: DAYS_PER_WEEK }, (_, index) => addDays(FIRST_SUNDAY, index))
  const numeric = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' })
  const words: DayWords = {
    months: namesOf(locale, months, 'month'),
    weekdays: namesOf(locale, weekdays, 'weekday'),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    numeric: numeric
      .formatToParts(0)
      .map(({ type, value }) => (type === 'literal' ? value : type))
      .join(''),
  }
  knownWords.set(locale, words)
  return words
}

const MIN_LETTERS = 3

/** Finds a month by its name, or by letters with which only its name begins. */
function monthOf(word: string, { months, weekdays }: DayWords): number | undefined {
  const known = months.get(word)
  if (known !== undefined || word.length < MIN_LETTERS || weekdays.has(word)) return known
  const found = new Set([...months].filter(([name]) => name.startsWith(word)).map(([, month]) => month))
  return found.size === 1 ? [...found][0] : undefined
}

/** Reads a day with the name of its month, such as 3 Mar 2026 or Tue 3 Mar, which is of this year. */
function readNamed(text: string, locale: string, today: string): string[] {
  const known = wordsOf(locale)
  const words = text.match(/\p{L}+/gu) ?? []
  const numbers = text.match(/\d+/g) ?? []
  const named = words.flatMap((word) => monthOf(word, known) ?? [])
  const rest = words.filter((word) => monthOf(word, known) === undefined)
  if (named.length !== 1 || rest.length > 1 || !/^[\p{L}\d., ]*$/u.test(text)) return []
  const year = numbers.find((number) => number.length === 4) ?? today.slice(0, 4)
  const others = numbers.filter((number) => number !== year)
  if (others.length !== 1 || Number(others[0]) > 31) return []
  const found = ifReal({ day: Number(others[0]), month: (named[0] ?? 0) + 1, year: Number(year) })
  const weekday = known.weekdays.get(rest[0] ?? '')
  if (rest.length === 0) return found
  return found.filter((day) => weekday === new Date(day).getUTCDay())
}

/** Reads a day of three numbers, written as the locale writes it. */
function readNumeric(text: string, locale: string): string[] {
  const [, first = '', separator = '', second = '', , third = ''] =
    /^(\d{1,2})(\. ?|\/|-)(\d{1,2})(\2)(\d{4})$/.exec(text) ?? []
  const written = `day${separator.trim()}month${separator.trim()}year`
  const { numeric } = wordsOf(locale)
  const [a, b, year] = [Number(first), Number(second), Number(third)]
  if (numeric === written) return ifReal({ day: a, month: b, year })
  return numeric === written.replace(/day(.+)month/, 'month$1day') ? ifReal({ day: b, month: a, year }) : []
}

/** Reads today, tomorrow or in 3 days. */
function readRelative(text: string, locale: string, today: string): string[] {
  const { relative: format } = wordsOf(locale)
  const count = Number(text.replace(/\D/g, ''))
  if (count > 100_000) return []
  const days = [count, -count, 0, 1, -1, 2, -2].find((each) => simplify(format.format(each, 'day')) === text)
  return days === undefined ? [] : [addDays(today, days)]
}

const readIn = (text: string, locale: string, today: string): string[] =>
  [readRelative(text, locale, today), readNamed(text, locale, today), readNumeric(text, locale)].flat()

/** Reads three numbers in the orders of the world, also with a year of two digits. */
function readAnyNumbers(text: string): string[] {
  const [, first = '', , second = '', third = ''] = /^(\d{1,4})([./ -]) ?(\d{1,2})\2 ?(\d{1,4})$/.exec(text) ?? []
  const [a, b, c] = [Number(first), Number(second), Number(third)]
  if (first.length === 4) return ifReal({ day: c, month: b, year: a })
  const year = third.length === 2 ? 2000 + c : c
  return third === '' ? [] : [...ifReal({ day: a, month: b, year }), ...ifReal({ day: b, month: a, year })]
}

/**
 * Reads a day as the locale prints it, or as YYYY-MM-DD. A text in another form gives its readings. So does one that
 * people of the same language read in two ways, such as 03/04/2026.
 */
export function readDay(text: string, locale: string, today: string): Reading<string> {
  const simple = simplify(text)
  if (isRealDay(simple)) return { value: simple }
  const own = readIn(simple, locale, today)
  const monthFirst = readNumeric(simple, MONTH_FIRST[locale] ?? locale)
  const all = new Set([...own, ...monthFirst])
  const [day] = all
  if (day !== undefined && all.size === 1) return { value: day }
  const others = OTHER_FORMS.flatMap((other) => readIn(simple, other, today))
  return { readings: [...new Set([...all, ...others, ...readAnyNumbers(simple)])] }
}

const TIME_AT_END = /^(.*?)(?:,| um| at|t|) ?(\d{1,2}):(\d{2})$/

/**
 * Reads a day with a time, as the locale prints it or as 2026-03-28T09:15. A day alone gives its beginning as a
 * reading.
 * @returns values such as 2026-03-28T09:15
 */
export function readLocalTime(text: string, locale: string, today: string): Reading<string> {
  const [, day, hour = '', minute = ''] = TIME_AT_END.exec(simplify(text)) ?? []
  const isTime = Number(hour) < 24 && Number(minute) < 60
  const found = isTime ? readDay(day ?? text, locale, today) : { readings: [] }
  const at = (each: string): string => `${each}T${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if ('readings' in found) return { readings: found.readings.map(at) }
  return day === undefined ? { readings: [at(found.value)] } : { value: at(found.value) }
}
