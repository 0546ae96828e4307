// Numbers that spreadsheet programs make of typed texts: 00457 becomes 457, 1E5 becomes 100000, 5.10 becomes 5.1.

/** A decimal number of any length: 0.`digits` × 10^`point`, without zeros at either end of the digits. */
interface Decimal {
  isNegative: boolean
  digits: string
  point: number
}

/** Programs keep so many digits. */
const MAX_DIGITS = 15

function toDecimal(sign: string, whole: string, fraction: string, exponent: number): Decimal {
  const all = whole + fraction
  const leading = /^0*/.exec(all)?.[0].length ?? 0
  const digits = all.slice(leading).replace(/0+$/, '')
  return { isNegative: sign === '-', digits, point: digits === '' ? 0 : whole.length - leading + exponent }
}

const isEqual = (a: Decimal, b: Decimal): boolean =>
  a.digits === b.digits && a.point === b.point && (a.isNegative === b.isNegative || a.digits === '')

const PLAIN = /^([+-]?)(\d+)(?:[.,](\d*))?$/
const FRACTION_ONLY = /^([+-]?)[.,](\d+)$/
const GROUPED = /^([+-]?)(\d{1,3}(?:([.,' \u00a0\u202f])\d{3})(?:\3\d{3})*)(?:[.,](\d+))?$/
const EXPONENT = /^([+-]?)(\d+)(?:[.,](\d*))?e([+-]?\d{1,3})$/i

/** Lists the numbers that programs of any language read in a text. `1.000` is one and a thousand. */
function listTyped(text: string): Decimal[] {
  const found: Decimal[] = []
  const [plain, fraction, grouped, exponent] = [PLAIN, FRACTION_ONLY, GROUPED, EXPONENT].map((form) => form.exec(text))
  if (plain) found.push(toDecimal(plain[1] ?? '', plain[2] ?? '', plain[3] ?? '', 0))
  if (fraction) found.push(toDecimal(fraction[1] ?? '', '', fraction[2] ?? '', 0))
  if (grouped) found.push(toDecimal(grouped[1] ?? '', (grouped[2] ?? '').replaceAll(/\D/g, ''), grouped[4] ?? '', 0))
  if (exponent) found.push(toDecimal(exponent[1] ?? '', exponent[2] ?? '', exponent[3] ?? '', Number(exponent[4])))
  return found
}

const WRITTEN = /^(-?)(0|[1-9]\d*)(?:[.,](\d*[1-9]))?$/
const WRITTEN_EXPONENT = /^(-?)(\d)(?:[.,](\d+))?e([+-]\d{2,3})$/i

/** A number as programs write it, with the digits that a form with an exponent shows. */
interface Written {
  number: Decimal
  shownDigits?: number
}

function readWritten(text: string): Written | undefined {
  const plain = WRITTEN.exec(text)
  if (plain) return { number: toDecimal(plain[1] ?? '', plain[2] ?? '', plain[3] ?? '', 0) }
  const exponent = WRITTEN_EXPONENT.exec(text)
  if (!exponent) return undefined
  const [, sign = '', whole = '', fraction = '', power] = exponent
  return { number: toDecimal(sign, whole, fraction, Number(power)), shownDigits: whole.length + fraction.length }
}

/** Rounds to so many digits. */
function round(decimal: Decimal, count: number): Decimal {
  if (decimal.digits.length <= count) return decimal
  const [kept, next] = [decimal.digits.slice(0, count), Number(decimal.digits[count])]
  const rounded = next >= 5 ? String(BigInt(kept) + 1n) : kept
  return toDecimal(decimal.isNegative ? '-' : '', rounded, '', decimal.point - count)
}

const truncate = (decimal: Decimal, count: number): Decimal => ({
  ...decimal,
  digits: decimal.digits.slice(0, count).replace(/0+$/, ''),
})

/** A number as a program keeps it: cut or rounded to 15 digits, or as a binary number has it. */
function listKept(decimal: Decimal): Decimal[] {
  if (decimal.digits.length <= MAX_DIGITS) return [decimal]
  const value = `${decimal.isNegative ? '-' : ''}0.${decimal.digits}e${decimal.point}`
  const binary = listTyped(String(Number(value)))
  return [truncate(decimal, MAX_DIGITS), round(decimal, MAX_DIGITS), ...binary]
}

/** True if a program that read `before` as a number would write `after`. */
export function isChangedNumber(before: string, after: string): boolean {
  const written = readWritten(after)
  if (!written) return false
  const { number, shownDigits } = written
  return listTyped(before).some((typed) =>
    listKept(typed).some((kept) => isEqual(shownDigits === undefined ? kept : round(kept, shownDigits), number)),
  )
}

const MAX_SAFE_LENGTH = 11

/** True for a whole number that programs write as it is. */
const isUnchanged = (text: string): boolean => /^[1-9]\d*$/.test(text) && text.length <= MAX_SAFE_LENGTH

/** Lists names under which a text and what programs make of it can be found: the power of ten. */
export function listNumberNames(text: string): string[] {
  if (isUnchanged(text)) return []
  return listTyped(text).flatMap(({ point }) => [`number ${point}`, `number ${point + 1}`])
}

export function findNumberName(after: string): string | undefined {
  const written = readWritten(after)
  return written && `number ${written.number.point}`
}
