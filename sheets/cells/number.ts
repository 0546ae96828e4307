import type { Cell } from '../types.ts'
import { formatPlainDecimal } from '../../contract/csv.ts'
import type { ColumnRules } from './columnRules.ts'
import { currenciesOf } from './currency.ts'
import { normaliseFigures, normaliseLine } from './normalise.ts'
import { parseIndianDigits, parseSeparatedDigits, type NumberShape } from './numberShape.ts'
import { parseFault, quoteShortened, type Note, type ParseResult } from './parseResult.ts'
import { formatPlainNumber } from './numberFormat.ts'
import { withoutTaxWord } from './taxWords.ts'
import { unitsOfField } from './units.ts'

/** `24-70mm`, `70 – 200`: the shortest and the longest focal length. */
const FOCAL_RANGE = /^(\d+(?:[.,]\d+)?)\s*(?:mm)?\s*[-–—]\s*(\d+(?:[.,]\d+)?)\s*(?:mm)?\.?$/i

function readFocalRange(text: string): [min: number, max: number] | undefined {
  const match = FOCAL_RANGE.exec(text)
  if (!match) return undefined
  const [min, max] = [Number(match[1]?.replace(',', '.')), Number(match[2]?.replace(',', '.'))]
  return max >= min ? [min, max] : undefined
}

interface SplitNumber {
  negative: boolean
  digits: string
  affixes: string[]
}

const PARENTHESISED = /^[^\d()]*\([^\d()]*\d[^()]*\)[^\d()]*$/
const PERCENT = /^[^%‰]*\d\s*[%‰]$/
const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i
/** Matches sign, word, sign, digits with separators, a mark for "no cents" (`.-`, `:-`, `/-`), sign and word. */
const NUMBER =
  /^([+\-−–]?)\s*((?:[\p{L}\p{Sc}]+\.?)?)\s*([+\-−–]?)\s*([.,]?\d(?:[\d.,'’‘´` ]*\d)?)(?:[.,:/](?:--?|[–—]))?\s*([+\-−–]?)\s*((?:[\p{L}\p{Sc}]+\.?)?)$/u
const LENS_SPEED = /^(?:f\s*\/?\s*|1\s*:\s*)(?=[\d.,])/i
/** Shift_JIS encodes ¥ as the byte that other programs decode as a backslash. */
const YEN_BYTE = /^\\\s*(?=\d)/
const DIAMETER = /^[øØ⌀∅]\s*(?=\d)/

function splitAffixes(text: string, field: string): SplitNumber | undefined {
  const stripped =
    field === 'max_aperture'
      ? text.replace(LENS_SPEED, '')
      : withoutTaxWord(text.replace(DIAMETER, '').replace(YEN_BYTE, '¥'))
  const match = NUMBER.exec(stripped)
  if (!match) return undefined
  const [, sign1 = '', prefix = '', sign2 = '', digits = '', sign3 = '', suffix = ''] = match
  return { negative: /[-−–]/.test(sign1 + sign2 + sign3), digits, affixes: [prefix, suffix].filter(Boolean) }
}

/** Shape of a cell's number, from which the decimal mark of its column is inferred. */
export function parseNumberShape(text: string, field: string): NumberShape | undefined {
  const split = splitAffixes(normaliseFigures(text), field)
  return split && parseSeparatedDigits(split.digits)
}

/** Special spaces that programs write between thousands. People who type two numbers use a plain space. */
const GROUPING_SPACE = /\d[\u00a0\u2007\u2009\u202f]\d/
const SPACE_GROUPED = /^\d{1,3}(?: \d{3})+(?!\d)/

export function hasSpaceGroups(text: string, field: string): boolean {
  const split = /\d\s\d/.test(text) ? splitAffixes(normaliseFigures(text), field) : undefined
  if (!split || !SPACE_GROUPED.test(split.digits)) return false
  return split.affixes.length > 0 || GROUPING_SPACE.test(text) || parseSeparatedDigits(split.digits)?.shape !== 'pair'
}

/** Currencies of countries that group digits in lakhs. */
const lakhCurrencies: ReadonlySet<string> = new Set(['INR', 'PKR', 'BDT', 'LKR', 'NPR'])

const WRITE_NUMBER_HINT = 'Write it with digits and at most one decimal mark.'

/** Parses text of a column of money, measures or counts. */
export function parseNumberText(raw: string, rules: ColumnRules): ParseResult {
  const text = normaliseFigures(raw)
  if (PARENTHESISED.test(text))
    return parseFault(
      'parenthesised_number',
      `${quoteShortened(text)} stands in parentheses, which can mean a negative number. ${WRITE_NUMBER_HINT}`,
    )
  if (PERCENT.test(text))
    return parseFault(
      'percent',
      `${quoteShortened(text)} is a percentage, and ${rules.field} is a plain number. Write the number itself.`,
    )
  if (EXPONENT.test(text))
    return parseFault('exponent', `${quoteShortened(text)} is written with an exponent. Write the number in full.`)
  const range = rules.field === 'focal_length_min_mm' ? readFocalRange(text) : undefined
  if (range) return { value: range[0], implied: { focal_length_max_mm: range[1] } }
  const parsed = parseSplit(text, hasSpaceGroups(raw, rules.field) ? { ...rules, groupsBySpace: true } : rules)
  if (parsed.code !== undefined) return parsed
  if (rules.isFocalRange) return { ...parsed, implied: { focal_length_max_mm: parsed.value } }
  return rules.kind === 'money' && withoutTaxWord(text) !== text
    ? { ...parsed, warning: createTaxWarning(text) }
    : parsed
}

const createTaxWarning = (text: string): Note => ({
  code: 'tax_word',
  message: `The amount of ${quoteShortened(text)} is used as it stands; whether tax is in it is not stored. Write the number alone to see no warning.`,
})

function parseSplit(text: string, rules: ColumnRules): ParseResult {
  const split = splitAffixes(text, rules.field)
  if (!split) return parseFault('not_a_number', `${quoteShortened(text)} is not a number. ${WRITE_NUMBER_HINT}`)
  if (rules.field === 'weight_g' && split.affixes.length === 1 && /^kg\.?$/i.test(split.affixes[0] ?? ''))
    return parseKilograms({ ...split, affixes: [] }, text, rules)
  if (rules.needsUnit && split.affixes.length === 0)
    return parseFault(
      'not_a_number',
      `${quoteShortened(text)} has no unit, and other cells of the column are no whole grams. Write it with g or kg.`,
    )
  return parseDigits(split, text, rules)
}

function parseKilograms(split: SplitNumber, text: string, rules: ColumnRules): ParseResult {
  const kilograms = parseDigits(split, text, { ...rules, kind: 'measure' })
  if (kilograms.code !== undefined) return kilograms
  const grams = Number((Number(kilograms.value) * 1000).toPrecision(12))
  return Number.isInteger(grams)
    ? { value: grams }
    : parseFault('too_many_decimals', `${quoteShortened(text)} is no whole number of grams. Round it.`)
}

function parseDigits(split: SplitNumber, text: string, rules: ColumnRules): ParseResult {
  const affixFault = checkAffixes(split.affixes, text, rules)
  if (affixFault) return affixFault
  if (split.negative)
    return parseFault(
      'negative_number',
      `${quoteShortened(text)} is negative, and ${rules.field} cannot be. Write it without the sign, or empty the cell.`,
    )
  const shape =
    parseSeparatedDigits(split.digits) ??
    (lakhCurrencies.has(rules.currency) ? parseIndianDigits(split.digits) : undefined)
  if (!shape)
    return parseFault(
      'not_a_number',
      `${quoteShortened(text)} has separators in places where no number has them. ${WRITE_NUMBER_HINT}`,
    )
  return readByRules(shape, text, rules)
}

const createUnitHint = (field: string): string => {
  const unit = unitsOfField[field]?.[0]
  return unit === undefined ? WRITE_NUMBER_HINT : `Write it in ${unit}.`
}

function checkAffixes(affixes: readonly string[], text: string, rules: ColumnRules): ParseResult | undefined {
  for (const affix of affixes) {
    if (rules.kind === 'money') {
      const currencies = currenciesOf(affix)
      if (currencies.length === 0)
        return parseFault(
          'not_a_number',
          `${quoteShortened(text)} is not an amount: ${quoteShortened(affix)} is no currency. ${WRITE_NUMBER_HINT}`,
        )
      if (!currencies.includes(rules.currency)) return createOtherCurrencyFault(text, rules)
    } else if (!unitsOfField[rules.field]?.includes(affix.toLowerCase().replace(/\.$/, ''))) {
      return parseFault(
        'not_a_number',
        `${quoteShortened(text)} is not a plain number, and ${quoteShortened(affix)} is not the unit of ${rules.field}. ${createUnitHint(rules.field)}`,
      )
    }
  }
  const currencyNames = [rules.headerCurrency, rules.rowCurrency].filter((currency) => currency !== undefined)
  return currencyNames.some((currency) => !currenciesOf(currency).includes(rules.currency))
    ? createOtherCurrencyFault(text, rules)
    : undefined
}

const createOtherCurrencyFault = (text: string, rules: ColumnRules): ParseResult =>
  parseFault(
    'other_currency',
    `${quoteShortened(rules.rowCurrency === undefined ? text : `${text} ${rules.rowCurrency}`)} is not in ${rules.currency}, the currency of the account. Convert it; Kitroom does not.`,
  )

function readByRules(shape: NumberShape, text: string, rules: ColumnRules): ParseResult {
  if (shape.shape === 'plain') return checkDecimals(shape.whole, '', text, rules)
  if (shape.shape === 'pair') return readPair(shape.whole, text, rules)
  const { decimal } = rules
  if (shape.shape === 'proven') {
    if (decimal?.by === 'setting' && decimal.mark !== shape.mark)
      return parseFault(
        'not_a_number',
        `${quoteShortened(text)} does not fit the setting decimal: "${decimal.mark}". Write it with that decimal mark, or change the setting.`,
      )
    return checkDecimals(shape.whole, shape.fraction, text, rules)
  }
  if (decimal)
    return shape.mark === decimal.mark
      ? checkDecimals(shape.whole, shape.fraction, text, rules)
      : checkDecimals(shape.whole + shape.fraction, '', text, rules)
  // Money has at most two decimals and a count has none, so this mark must group thousands.
  if (rules.kind !== 'measure') return checkDecimals(shape.whole + shape.fraction, '', text, rules)
  const [asDecimal, asWhole] = [`${shape.whole}.${shape.fraction}`, shape.whole + shape.fraction]
  return parseFault(
    'ambiguous_number',
    `${quoteShortened(text)} can mean ${asDecimal} or ${asWhole}, and no other cell of the column decides. Set decimal: "." or "," for this source.`,
  )
}

const readPair = (whole: string, text: string, rules: ColumnRules): ParseResult =>
  rules.groupsBySpace
    ? checkDecimals(whole, '', text, rules)
    : parseFault(
        'ambiguous_number',
        `${quoteShortened(text)} can mean ${whole} or two numbers, and no other cell of the column has a space between thousands. Write it without the space.`,
      )

function checkDecimals(whole: string, fraction: string, text: string, rules: ColumnRules): ParseResult {
  if (rules.kind === 'money' && fraction.length > 2)
    return parseFault(
      'too_many_decimals',
      `${quoteShortened(text)} has more than two decimals. Round it; if the mark stands between thousands, set decimal: for this source.`,
    )
  if (rules.kind === 'count' && /[1-9]/.test(fraction))
    return parseFault(
      'too_many_decimals',
      `${quoteShortened(text)} has decimals, and ${rules.field} is a whole number. Round it.`,
    )
  return { value: Number(fraction === '' ? whole : `${whole}.${fraction}`) }
}

/** Parses a numeric cell with its displayed sign, unit or currency, at its full precision. */
export function parseNumberCell(cell: Cell, value: number, rules: ColumnRules): ParseResult {
  if (cell.numberFormat?.includes('%'))
    return parseFault(
      'percent',
      `${quoteShortened(cell.text)} is a percentage, and ${rules.field} is a plain number. Write the number itself.`,
    )
  if (value < 0)
    return parseFault(
      'negative_number',
      `${quoteShortened(cell.text)} is negative, and ${rules.field} cannot be. Write it without the sign, or empty the cell.`,
    )
  const exact = Number((rules.kind === 'money' ? Number(value.toFixed(2)) : value).toPrecision(15))
  const shownNumber = readShown(cell, value, exact)
  if ('code' in shownNumber) return shownNumber
  const parsed = parseNumberText(shownNumber.text, { ...rules, decimal: { mark: '.', by: 'column' } })
  // Quote the displayed text instead of the stored digits.
  if (parsed.code !== undefined)
    return {
      ...parsed,
      message: parsed.message.replaceAll(quoteShortened(normaliseLine(shownNumber.text)), quoteShortened(cell.text)),
    }
  const warning = createDecimalsWarning(cell, value, exact, shownNumber.number)
  return warning ? { ...parsed, warning } : parsed
}

interface ShownNumber {
  /** All stored digits, followed by the unit or currency that the format displays. */
  text: string
  /** The displayed number; undefined without a known format. */
  number?: number
}

const SHOWN_NUMBER = /\d[\d,]*(?:\.(\d*))?|\.(\d+)/
const isDash = (text: string): boolean => /^[^\p{L}\d]*[-–—][^\p{L}\d]*(?:\p{L}{1,3})?$/u.test(text)

function readShown(cell: Cell, value: number, exact: number): ShownNumber | (ParseResult & { code: string }) {
  const digits = formatPlainDecimal(exact)
  const shownText = cell.numberFormat === undefined ? undefined : formatPlainNumber(value, cell.numberFormat)
  // Accounting formats show zero as a dash.
  if (shownText === undefined || (exact === 0 && isDash(shownText))) return { text: digits }
  if (/\dE[+-]\d/.test(shownText))
    return {
      code: 'exponent',
      message: `${quoteShortened(cell.text)} is written with an exponent. Write the number in full.`,
    }
  const match = SHOWN_NUMBER.exec(shownText)
  const number = Number(match?.[0].replaceAll(',', '') ?? Number.NaN)
  const halfUnit = 10 ** -(match?.[1] ?? match?.[2] ?? '').length / 2
  if (match && Math.abs(number - value) <= halfUnit * (1 + 1e-9))
    return { text: shownText.slice(0, match.index) + digits + shownText.slice(match.index + match[0].length), number }
  const displayed = shownText === '' ? 'nothing' : quoteShortened(cell.text)
  return {
    code: 'shown_differently',
    message: `The cell holds ${digits} and shows ${displayed}. Format the column so that it shows the whole number.`,
  }
}

function createDecimalsWarning(
  cell: Cell,
  value: number,
  exact: number,
  shownNumber: number | undefined,
): Note | undefined {
  if (shownNumber === exact || (shownNumber === undefined && exact === Number(value.toPrecision(15)))) return undefined
  if (shownNumber !== undefined && exact === Number(value.toPrecision(15)))
    return {
      code: 'decimals_hidden',
      message: `The cell shows ${quoteShortened(cell.text)} and holds ${exact}, which is used. Format the column so that it shows all decimals to see no warning.`,
    }
  return { code: 'rounded', message: `${value} was rounded to ${exact}. Round it in the sheet to see no warning.` }
}
