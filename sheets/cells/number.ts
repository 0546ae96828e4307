import type { Cell } from '../types.ts'
import { formatPlainDecimal } from '../../contract/csv.ts'
import { checkAffixes, WRITE_NUMBER } from './affixes.ts'
import type { ColumnRules } from './columnRules.ts'
import { normaliseFigures, normaliseLine } from './normalise.ts'
import { parseIndianDigits, parseSeparatedDigits, type NumberShape } from './numberShape.ts'
import { restate, say } from '../../contract/sentences/say.ts'
import { parseFault, shorten, toNote, type Note, type ParseResult } from './parseResult.ts'
import { formatPlainNumber } from './numberFormat.ts'
import { withoutTaxWord } from './taxWords.ts'

/** `24-70mm`, `70 – 200`: the shortest and the longest focal length. */
const FOCAL_RANGE = /^(\d+(?:[.,]\d+)?)\s*(?:mm)?\s*[-–—]\s*(\d+(?:[.,]\d+)?)\s*(?:mm)?\.?$/i

function readFocalRange(text: string): [min: number, max: number] | undefined {
  const match = FOCAL_RANGE.exec(text)
  if (!match) return undefined
  const [min, max] = [Number(match[1]?.replace(',', '.')), Number(match[2]?.replace(',', '.'))]
  return max >= min ? [min, max] : undefined
}

/** `f/3.5-5.6`, `2.8-4`: the largest aperture at the shortest and at the longest focal length. */
const APERTURE_RANGE =
  /^(?:f\s*\/?\s*|1\s*:\s*)?(\d{1,2}(?:[.,]\d{1,2})?)\s*[-–—]\s*(?:f\s*\/?\s*)?(\d{1,2}(?:[.,]\d{1,2})?)$/i

function readApertureRange(text: string): number | undefined {
  const match = APERTURE_RANGE.exec(text)
  if (!match) return undefined
  const [wide, long] = [Number(match[1]?.replace(',', '.')), Number(match[2]?.replace(',', '.'))]
  return wide > 0 && wide < long ? wide : undefined
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

/** Parses text of a column of money, measures or counts. */
export function parseNumberText(raw: string, rules: ColumnRules): ParseResult {
  const text = normaliseFigures(raw)
  if (PARENTHESISED.test(text))
    return parseFault('parenthesised_number', say('number_in_parentheses', { text: shorten(text) }), WRITE_NUMBER)
  if (PERCENT.test(text))
    return parseFault('percent', say('number_is_percentage', { text: shorten(text), field: rules.field }))
  if (EXPONENT.test(text)) return parseFault('exponent', say('number_with_exponent', { text: shorten(text) }))
  const range = rules.field === 'focal_length_min_mm' ? readFocalRange(text) : undefined
  if (range) return { value: range[0], implied: { focal_length_max_mm: range[1] } }
  const aperture = rules.field === 'max_aperture' ? readApertureRange(text) : undefined
  if (aperture !== undefined) return { value: aperture }
  const parsed = parseSplit(text, hasSpaceGroups(raw, rules.field) ? { ...rules, groupsBySpace: true } : rules)
  if (parsed.code !== undefined) return parsed
  if (rules.isFocalRange) return { ...parsed, implied: { focal_length_max_mm: parsed.value } }
  return rules.kind === 'money' && withoutTaxWord(text) !== text
    ? { ...parsed, warning: createTaxWarning(text) }
    : parsed
}

const createTaxWarning = (text: string): Note => toNote('tax_word', say('tax_word', { text: shorten(text) }))

function parseSplit(text: string, rules: ColumnRules): ParseResult {
  const split = splitAffixes(text, rules.field)
  if (!split) return parseFault('not_a_number', say('no_number', { text: shorten(text) }), WRITE_NUMBER)
  if (rules.field === 'weight_g' && split.affixes.length === 1 && /^kg\.?$/i.test(split.affixes[0] ?? ''))
    return parseKilograms({ ...split, affixes: [] }, text, rules)
  if (rules.needsUnit && split.affixes.length === 0)
    return parseFault('not_a_number', say('weight_without_unit', { text: shorten(text) }))
  return parseDigits(split, text, rules)
}

function parseKilograms(split: SplitNumber, text: string, rules: ColumnRules): ParseResult {
  const kilograms = parseDigits(split, text, { ...rules, kind: 'measure' })
  if (kilograms.code !== undefined) return kilograms
  const grams = Number((Number(kilograms.value) * 1000).toPrecision(12))
  return Number.isInteger(grams)
    ? { value: grams }
    : parseFault('too_many_decimals', say('no_whole_grams', { text: shorten(text) }))
}

function parseDigits(split: SplitNumber, text: string, rules: ColumnRules): ParseResult {
  const affixFault = checkAffixes(split.affixes, text, rules)
  if (affixFault) return affixFault
  if (split.negative)
    return parseFault('negative_number', say('number_is_negative', { text: shorten(text), field: rules.field }))
  const shape =
    parseSeparatedDigits(split.digits) ??
    (lakhCurrencies.has(rules.currency) ? parseIndianDigits(split.digits) : undefined)
  if (!shape) return parseFault('not_a_number', say('separators_misplaced', { text: shorten(text) }), WRITE_NUMBER)
  return readByRules(shape, text, rules)
}

function readByRules(shape: NumberShape, text: string, rules: ColumnRules): ParseResult {
  if (shape.shape === 'plain') return checkDecimals(shape.whole, '', text, rules)
  if (shape.shape === 'pair') return readPair(shape.whole, text, rules)
  const { decimal } = rules
  if (shape.shape === 'proven') {
    if (decimal?.by === 'setting' && decimal.mark !== shape.mark)
      return parseFault('not_a_number', say('other_decimal_mark', { text: shorten(text), mark: decimal.mark }))
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
    say('number_ambiguous', { text: shorten(text), decimal: asDecimal, whole: asWhole }),
  )
}

const readPair = (whole: string, text: string, rules: ColumnRules): ParseResult =>
  rules.groupsBySpace
    ? checkDecimals(whole, '', text, rules)
    : parseFault('ambiguous_number', say('number_pair', { text: shorten(text), whole }))

function checkDecimals(whole: string, fraction: string, text: string, rules: ColumnRules): ParseResult {
  if (rules.kind === 'money' && fraction.length > 2)
    return parseFault('too_many_decimals', say('more_than_two_decimals', { text: shorten(text) }))
  if (rules.kind === 'count' && /[1-9]/.test(fraction))
    return parseFault('too_many_decimals', say('decimals_of_whole_number', { text: shorten(text), field: rules.field }))
  return { value: Number(fraction === '' ? whole : `${whole}.${fraction}`) }
}

/** Parses a numeric cell with its displayed sign, unit or currency, at its full precision. */
export function parseNumberCell(cell: Cell, value: number, rules: ColumnRules): ParseResult {
  if (cell.numberFormat?.includes('%'))
    return parseFault('percent', say('number_is_percentage', { text: shorten(cell.text), field: rules.field }))
  if (value < 0)
    return parseFault('negative_number', say('number_is_negative', { text: shorten(cell.text), field: rules.field }))
  const exact = Number((rules.kind === 'money' ? Number(value.toFixed(2)) : value).toPrecision(15))
  const shownNumber = readShown(cell, value, exact)
  if ('code' in shownNumber) return shownNumber
  const parsed = parseNumberText(shownNumber.text, { ...rules, decimal: { mark: '.', by: 'column' } })
  // Quote the displayed text instead of the stored digits.
  if (parsed.code !== undefined) {
    const stored = shorten(normaliseLine(shownNumber.text))
    return { ...parsed, ...restate(parsed, (value) => (value === stored ? shorten(cell.text) : value)) }
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

function readShown(cell: Cell, value: number, exact: number): ShownNumber | (ParseResult & Note) {
  const digits = formatPlainDecimal(exact)
  const shownText = cell.numberFormat === undefined ? undefined : formatPlainNumber(value, cell.numberFormat)
  // Accounting formats show zero as a dash.
  if (shownText === undefined || (exact === 0 && isDash(shownText))) return { text: digits }
  if (/\dE[+-]\d/.test(shownText))
    return parseFault('exponent', say('number_with_exponent', { text: shorten(cell.text) }))
  const match = SHOWN_NUMBER.exec(shownText)
  const number = Number(match?.[0].replaceAll(',', '') ?? Number.NaN)
  const halfUnit = 10 ** -(match?.[1] ?? match?.[2] ?? '').length / 2
  if (match && Math.abs(number - value) <= halfUnit * (1 + 1e-9))
    return { text: shownText.slice(0, match.index) + digits + shownText.slice(match.index + match[0].length), number }
  return parseFault(
    'shown_differently',
    shownText === ''
      ? say('number_shown_as_nothing', { number: digits })
      : say('number_shown_as', { number: digits, text: shorten(cell.text) }),
  )
}

function createDecimalsWarning(
  cell: Cell,
  value: number,
  exact: number,
  shownNumber: number | undefined,
): Note | undefined {
  if (shownNumber === exact || (shownNumber === undefined && exact === Number(value.toPrecision(15)))) return undefined
  if (shownNumber !== undefined && exact === Number(value.toPrecision(15)))
    return toNote('decimals_hidden', say('decimals_hidden', { text: shorten(cell.text), number: exact }))
  return toNote('rounded', say('number_rounded', { from: value, to: exact }))
}
