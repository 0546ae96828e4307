/** Signs of a locale's numbers. */
interface NumberSigns {
  decimal: string
  group: string
  /** The digits 0 to 9. */
  digits: string[]
  grouped: (digits: string) => string
}

/** A value, or the values that a text in another form may mean. */
export type Reading<T> = { value: T } | { readings: T[] }

const MAX_LENGTH = 60

/** Locales of other forms: a point, a comma, spaces, apostrophes and pairs of digits in numbers. */
const OTHER_FORMS = ['en-GB', 'de-DE', 'fr-FR', 'de-CH', 'en-IN']

/** Writes spaces, minus signs and apostrophes in one way, and drops marks of direction. */
const simplify = (text: string): string =>
  text
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .replace(/[\u2212\u2012\u2013]/g, '-')
    .replace(/[\u2019\u02bc]/g, "'")
    .trim()

const knownSigns = new Map<string, NumberSigns>()

function signsOf(locale: string): NumberSigns {
  const known = knownSigns.get(locale)
  if (known) return known
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always' })
  const parts = format.formatToParts(-1234567.5)
  const find = (type: string): string => simplify(` ${parts.find((part) => part.type === type)?.value ?? ''} `)
  const digits = Array.from(new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210)).toReversed()
  const signs: NumberSigns = {
    decimal: find('decimal'),
    group: find('group') || ' ',
    digits,
    grouped: (text) => simplify(format.format(BigInt(text))),
  }
  knownSigns.set(locale, signs)
  return signs
}

const toAscii = (text: string, digits: readonly string[]): string =>
  Array.from(text, (sign) => (digits.includes(sign) ? String(digits.indexOf(sign)) : sign)).join('')

interface OwnNumber {
  value: number
  fractionDigits: number
}

/** Reads a number that is written as the locale prints it, with or without groups. */
function readOwn(text: string, locale: string): OwnNumber | undefined {
  const { decimal, group, digits, grouped } = signsOf(locale)
  const [, sign = '', body = ''] = /^([-+]?) ?(.*)$/u.exec(toAscii(text, digits)) ?? []
  const [whole = '', fraction = '', ...more] = body.split(decimal)
  const plain = whole.replaceAll(group, '')
  if (more.length > 0 || !/^\d*$/.test(plain) || !/^\d*$/.test(fraction) || plain + fraction === '') return undefined
  if (plain !== whole && whole !== toAscii(grouped(plain), digits)) return undefined
  return { value: Number(`${sign}${plain || '0'}.${fraction || '0'}`), fractionDigits: fraction.length }
}

const knownCurrencies = new Map<string, string[]>()

/** Lists the signs and the code with which a locale writes a currency. */
function currencySignsOf(locale: string, currency: string): string[] {
  const name = `${locale} ${currency}`
  const known = knownCurrencies.get(name)
  if (known) return known
  const signs = (['narrowSymbol', 'symbol', 'code'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => simplify(value)),
  )
  knownCurrencies.set(name, signs)
  return signs
}

/** Removes the studio's currency, as sign or code, before or behind the amount. */
function withoutCurrency(text: string, locale: string, currency: string): string {
  const sign = currencySignsOf(locale, currency).find((each) => text.startsWith(each) || text.endsWith(each))
  if (sign === undefined) return text
  return (text.startsWith(sign) ? text.slice(sign.length) : text.slice(0, -sign.length)).trim()
}

function readOthers(text: string): number[] {
  const values = OTHER_FORMS.map((locale) => readOwn(text, locale)?.value ?? Number.NaN)
  return [...values, Number(text)].filter((value) => Number.isFinite(value))
}

interface NumberForm {
  /** Most decimals that pages print of such a number. */
  maxFractionDigits: number
  /** Currency of an amount. */
  currency?: string
}

/**
 * Reads a number as the locale prints it. A text in another form gives its readings, even if there is only one. So
 * does a text with more decimals than pages print, if another locale reads another number.
 */
export function readNumber(text: string, locale: string, { maxFractionDigits, currency }: NumberForm): Reading<number> {
  const simple = simplify(text)
  const amount = currency === undefined ? simple : withoutCurrency(simple, locale, currency)
  if (amount === '' || amount.length > MAX_LENGTH) return { readings: [] }
  const own = readOwn(amount, locale)
  const readings = [...new Set([...(own ? [own.value] : []), ...readOthers(amount)])]
  return own && (own.fractionDigits <= maxFractionDigits || readings.length === 1) ? { value: own.value } : { readings }
}
