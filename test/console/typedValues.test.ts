import { describe, expect, it } from 'vitest'
import { gearTypes } from '../../contract/api/gearFields.ts'
import { createFormat, LOCALES, type Format } from '../../console/base/createFormat.ts'
import { addDays } from '../../console/base/days.ts'
import { readTyped, toTypedText, toTypedValue, type TypedKind } from '../../console/base/typed.ts'
import { toLocalTime } from '../../console/base/zonedTime.ts'
import { allFieldsOf, typedKindOf } from '../../console/pages/inventory/fields.ts'
import { fullOrSmall } from '../support/counts.ts'
import { createSeededRandom, type Random } from '../support/random.ts'

/** Times are tested beside the fields: no field of a record is one. */
type Kind = Exclude<TypedKind, 'localTime'>

const TODAY = '2026-11-27'
const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'KWD', 'INR']
const VALUES = fullOrSmall(2000, 25)

const own = Object.values(LOCALES)
/** Locales that the console may have later: spaces and apostrophes as groups, groups of two, other digits. */
const locales = { numbers: [...own, 'fr-FR', 'es-ES', 'de-CH', 'en-IN', 'sv-SE', 'ar-EG'], days: [...own, 'fr-FR'] }

const formats = new Map<string, Format>()
function formatOf(locale: string, currency = 'EUR'): Format {
  const known = formats.get(locale + currency) ?? createFormat(locale, currency, 'Europe/Berlin', TODAY)
  formats.set(locale + currency, known)
  return known
}

/** Fields that people type, with their kinds: those of gear, and those of the other forms. */
const fields: Record<string, Kind> = {
  ...Object.fromEntries(
    gearTypes.flatMap((type) =>
      allFieldsOf(type).flatMap((field): [string, Kind][] => {
        const kind = typedKindOf(field)
        return kind === undefined || kind === 'localTime' ? [] : [[field.name, kind]]
      }),
    ),
  ),
  cost: 'money',
  duration_minutes: 'integer',
  default_tax_rate: 'number',
  deletes: 'integer',
  shoot_date: 'day',
  service_date: 'day',
  ends_on: 'day',
}

const EDGES: Record<Kind, (number | string)[]> = {
  money: [0, 0.01, 0.1, 5.99, 5.9, 5990, 1000, 1234.5, 1_234_567.89, 999_999_999.99, 1e9],
  integer: [0, 1, 7, 999, 1000, 1500, 10_080, 100_000, 1e9],
  number: [0, 0.1, 0.1 + 0.2, 5.99, 1.625, 1.2345, 0.0625, 1e-7, 1000, 1500.5, 5990, 123_456.789, 1e6],
  day: ['1900-01-01', '2024-02-29', '2200-12-31', TODAY, addDays(TODAY, 1), addDays(TODAY, -2), '2026-09-05'],
}

function draw(kind: Kind, random: Random): number | string {
  if (kind === 'money') return random.int(10 ** (1 + random.int(11))) / 100
  if (kind === 'integer') return random.int(10 ** (1 + random.int(9)))
  if (kind === 'number') return Number((random.next() * 10 ** random.int(7)).toPrecision(1 + random.int(16)))
  return addDays(TODAY, random.int(random.chance(0.5) ? 700 : 60_000) - (random.chance(0.5) ? 350 : 30_000))
}

/** The forms in which pages print a value of a kind. */
function printsOf(kind: Kind, value: number | string, format: Format): string[] {
  const typed = toTypedText(value, format)
  if (typeof value === 'string')
    return [typed, format.day(value), format.weekday(value), format.daysFromToday(value), value]
  return kind === 'money'
    ? [typed, format.money(value), format.shortMoney(value), format.number(value)]
    : [typed, format.number(value)]
}

describe.each(Object.entries(fields))('%s, typed as a page prints it', (name, kind) => {
  it.each(kind === 'day' ? locales.days : locales.numbers)('gives the same value in %s', (locale) => {
    const random = createSeededRandom(name.length * 31 + locale.length)
    const values = [...EDGES[kind], ...Array.from({ length: VALUES }, () => draw(kind, random))]
    const wrong = values.flatMap((value) => {
      const format = formatOf(locale, random.pick(CURRENCIES))
      return printsOf(kind, value, format)
        .map((text) => ({ text, value, read: toTypedValue(kind, text, format) }))
        .filter(({ read }) => read !== value)
    })
    expect(wrong).toEqual([])
  })
})

it.each(locales.days)('a moment, typed as a page prints it in %s, gives the same minute', (locale) => {
  const random = createSeededRandom(11)
  const format = formatOf(locale)
  const zones = { utc: createFormat(locale, 'EUR', 'UTC', TODAY), berlin: format }
  for (let index = 0; index < VALUES; index++) {
    const ms = Date.parse('2026-11-01T00:00:00.000Z') + random.int(120 * 1440) * 60_000
    for (const zone of Object.values(zones)) {
      const local = toLocalTime(ms, zone.timeZone)
      const iso = new Date(ms).toISOString()
      for (const text of [zone.moment(iso), toTypedText(local, zone), local])
        expect({ text, read: readTyped('localTime', text, zone) }).toEqual({ text, read: { value: local } })
    }
  }
})

const readings = (kind: TypedKind, text: string, locale: string): unknown => readTyped(kind, text, formatOf(locale))

it.each([
  ['de-DE', 'money', '5.990', 5990],
  ['de-DE', 'money', '5.990,00', 5990],
  ['de-DE', 'money', '5.990,00 €', 5990],
  ['de-DE', 'money', '€ 5990', 5990],
  ['de-DE', 'money', '5,9', 5.9],
  ['de-DE', 'number', ',5', 0.5],
  ['de-DE', 'number', '1.625', 1625],
  ['de-DE', 'integer', '1.500', 1500],
  ['en-GB', 'money', '£5,990.00', undefined],
  ['en-GB', 'money', '5,990.00', 5990],
  ['en-GB', 'number', '1.625', 1.625],
  ['en-GB', 'number', '.5', 0.5],
  ['en-GB', 'integer', '5.0', 5],
  ['en-GB', 'money', ' ', null],
  ['de-DE', 'day', '3.4.2026', '2026-04-03'],
  ['de-DE', 'day', '03.04.2026', '2026-04-03'],
  ['de-DE', 'day', '3. April 2026', '2026-04-03'],
  ['de-DE', 'day', 'übermorgen', '2026-11-29'],
  ['en-GB', 'day', '3 Apr', '2026-04-03'],
  ['en-GB', 'day', 'Apr 3, 2026', '2026-04-03'],
  ['en-GB', 'day', '13/04/2026', '2026-04-13'],
  ['en-GB', 'day', '04/04/2026', '2026-04-04'],
  ['en-GB', 'day', '5 Sep 2026', '2026-09-05'],
] as const)('in %s a %s of “%s” is %s', (locale, kind, text, value) => {
  expect(readings(kind, text, locale)).toEqual(value === undefined ? { readings: [] } : { value })
})

it.each([
  ['de-DE', 'money', '5,990.00', [5990]],
  ['de-DE', 'money', '5.99', [5.99]],
  ['de-DE', 'money', '5,990', [5.99, 5990]],
  ['de-DE', 'money', '1e5', [100_000]],
  ['de-DE', 'money', '0x10', [16]],
  ['de-DE', 'money', '5 990', [5990]],
  ['de-DE', 'money', '5.9900', [5.99]],
  ['de-DE', 'number', '0.990', [0.99]],
  ['de-DE', 'integer', '1,500', [1.5, 1500]],
  ['en-GB', 'money', '5.990,00', [5990]],
  ['en-GB', 'money', '5.990', [5.99, 5990]],
  ['en-GB', 'money', '5990,5', [5990.5]],
  ['en-GB', 'integer', '1.000', [1, 1000]],
  ['en-GB', 'number', '1e5', [100_000]],
  ['en-GB', 'number', "1'000", [1000]],
  ['en-GB', 'money', 'about 20', []],
  ['en-GB', 'number', 'Infinity', []],
  ['en-GB', 'number', '5²', []],
  ['en-GB', 'number', '1.2.3', []],
  ['en-GB', 'day', '03/04/2026', ['2026-04-03', '2026-03-04']],
  ['en-GB', 'day', '3. März 2026', ['2026-03-03']],
  ['de-DE', 'day', '03/04/2026', ['2026-04-03', '2026-03-04']],
  ['de-DE', 'day', '3 March 2026', ['2026-03-03']],
  ['de-DE', 'day', '3.4.26', ['2026-04-03', '2026-03-04']],
  ['de-DE', 'day', '30.2.2026', []],
  ['en-GB', 'day', 'Mon 3 Mar', []],
  ['en-GB', 'day', 'soon', []],
  ['en-GB', 'localTime', '3 Mar 2026', ['2026-03-03T00:00']],
  ['en-GB', 'localTime', '03/04/2026 9:15', ['2026-04-03T09:15', '2026-03-04T09:15']],
  ['en-GB', 'localTime', '3 Mar 2026, 24:00', []],
] as const)('in %s a %s of “%s” is refused with its readings', (locale, kind, text, expected) => {
  expect(readings(kind, text, locale)).toEqual({ readings: expected })
})

it('a text as another locale prints it gives its value or is refused, or it is also written as here', () => {
  const random = createSeededRandom(7)
  const faults: unknown[] = []
  for (const here of own)
    for (const there of locales.numbers)
      for (let index = 0; index < VALUES; index++) {
        const value = draw('money', random) as number
        const format = formatOf(here)
        const text = new Intl.NumberFormat(there, { minimumFractionDigits: 2 }).format(value)
        const reading = readTyped('money', text, format)
        const isWrong = 'value' in reading && reading.value !== value
        if (isWrong) faults.push({ here, there, text, value, reading })
      }
  expect(faults).toEqual([])
})
