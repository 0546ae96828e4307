import type { Cell } from '../types.ts'
import type { ColumnRules } from './columnRules.ts'
import { currenciesOf, currencyOfFormat } from './currency.ts'
import { normaliseLine } from './normalise.ts'
import { readShape, type NumberShape } from './numberShape.ts'
import { fault, quote, type Parsed } from './parsed.ts'
import { unitsOfField } from './units.ts'

interface Peeled {
  negative: boolean
  digits: string
  /** Words or signs before and after the digits: currencies, units. */
  affixes: string[]
}

const PARENTHESISED = /^[^\d()]*\([^()]*\d[^()]*\)[^\d()]*$/
const PERCENT = /^[^%‰]*\d\s*[%‰]$/
const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i
/** sign, word, sign, digits with separators, `.-` for "no cents", sign, word */
const NUMBER =
  /^([+\-−–]?)\s*((?:[\p{L}\p{Sc}]+\.?)?)\s*([+\-−–]?)\s*([.,]?\d(?:[\d.,'’‘´` ]*\d)?)(?:[.,](?:--?|[–—]))?\s*([+\-−–]?)\s*((?:[\p{L}\p{Sc}]+\.?)?)$/u
const LENS_SPEED = /^(?:f\s*\/?\s*|1\s*:\s*)(?=[\d.,])/i
const DIAMETER = /^[øØ⌀∅]\s*(?=\d)/

function peelNumber(text: string, field: string): Peeled | undefined {
  const bare = field === 'max_aperture' ? text.replace(LENS_SPEED, '') : text.replace(DIAMETER, '')
  const found = NUMBER.exec(bare)
  if (!found) return undefined
  const [, sign1 = '', prefix = '', sign2 = '', digits = '', sign3 = '', suffix = ''] = found
  return { negative: /[-−–]/.test(sign1 + sign2 + sign3), digits, affixes: [prefix, suffix].filter(Boolean) }
}

/** The shape of a number as evidence for its column; undefined where the cell holds none. */
export function shapeOfCell(text: string, field: string): NumberShape | undefined {
  const peeled = peelNumber(normaliseLine(text), field)
  return peeled && readShape(peeled.digits)
}

const EXPLAIN = 'Write it with digits and at most one decimal mark.'

/** Parses text in a column of money, measures or whole numbers. */
export function parseNumberText(raw: string, rules: ColumnRules): Parsed {
  const text = normaliseLine(raw)
  if (PARENTHESISED.test(text))
    return fault('parenthesised_number', `${quote(text)} stands in parentheses, which can mean a negative number. ${EXPLAIN}`)
  if (PERCENT.test(text)) return fault('percent', `${quote(text)} is a percentage, and ${rules.field} is a plain number. Write the number itself.`)
  if (EXPONENT.test(text)) return fault('exponent', `${quote(text)} is written with an exponent. Write the number in full.`)
  const peeled = peelNumber(text, rules.field)
  if (!peeled) return fault('not_a_number', `${quote(text)} is not a number. ${EXPLAIN}`)
  const wrong = checkAffixes(peeled.affixes, text, rules)
  if (wrong) return wrong
  if (peeled.negative)
    return fault('negative_number', `${quote(text)} is negative, and ${rules.field} cannot be. Write it without the sign, or empty the cell.`)
  const shape = readShape(peeled.digits)
  if (!shape) return fault('not_a_number', `${quote(text)} has separators in places where no number has them. ${EXPLAIN}`)
  return readByRules(shape, text, rules)
}

const explainUnit = (field: string): string => {
  const unit = unitsOfField[field]?.[0]
  return unit === undefined ? EXPLAIN : `Write it in ${unit}.`
}

function checkAffixes(affixes: readonly string[], text: string, rules: ColumnRules): Parsed | undefined {
  for (const affix of affixes) {
    if (rules.kind === 'money') {
      const currencies = currenciesOf(affix)
      if (currencies.length === 0) return fault('not_a_number', `${quote(text)} is not an amount: ${quote(affix)} is no currency. ${EXPLAIN}`)
      if (!currencies.includes(rules.currency)) return otherCurrency(text, rules)
    } else if (!unitsOfField[rules.field]?.includes(affix.toLowerCase().replace(/\.$/, ''))) {
      return fault(
        'not_a_number',
        `${quote(text)} is not a plain number, and ${quote(affix)} is not the unit of ${rules.field}. ${explainUnit(rules.field)}`,
      )
    }
  }
  return rules.headerCurrency !== undefined && !currenciesOf(rules.headerCurrency).includes(rules.currency) ? otherCurrency(text, rules) : undefined
}

const otherCurrency = (text: string, rules: ColumnRules): Parsed =>
  fault('other_currency', `${quote(text)} is not in ${rules.currency}, the currency of the account. Convert it; Kitroom does not.`)

function readByRules(shape: NumberShape, text: string, rules: ColumnRules): Parsed {
  if (shape.shape === 'plain') return checkDecimals(shape.whole, '', text, rules)
  const { decimal } = rules
  if (shape.shape === 'proven') {
    if (decimal?.by === 'setting' && decimal.mark !== shape.mark)
      return fault(
        'not_a_number',
        `${quote(text)} does not fit the setting decimal: "${decimal.mark}". Write it with that decimal mark, or change the setting.`,
      )
    return checkDecimals(shape.whole, shape.fraction, text, rules)
  }
  if (decimal)
    return shape.mark === decimal.mark
      ? checkDecimals(shape.whole, shape.fraction, text, rules)
      : checkDecimals(shape.whole + shape.fraction, '', text, rules)
  // money has two decimals at most and a whole number none, so the mark can only stand between thousands
  if (rules.kind !== 'measure') return checkDecimals(shape.whole + shape.fraction, '', text, rules)
  const [asDecimal, asWhole] = [`${shape.whole}.${shape.fraction}`, shape.whole + shape.fraction]
  return fault(
    'ambiguous_number',
    `${quote(text)} can mean ${asDecimal} or ${asWhole}, and no other cell of the column decides. Set decimal: "." or "," for this source.`,
  )
}

function checkDecimals(whole: string, fraction: string, text: string, rules: ColumnRules): Parsed {
  if (rules.kind === 'money' && fraction.length > 2)
    return fault(
      'too_many_decimals',
      `${quote(text)} has more than two decimals. Round it; if the mark stands between thousands, set decimal: for this source.`,
    )
  if (rules.kind === 'count' && /[1-9]/.test(fraction))
    return fault('too_many_decimals', `${quote(text)} has decimals, and ${rules.field} is a whole number. Round it.`)
  return { value: Number(fraction === '' ? whole : `${whole}.${fraction}`) }
}

/** Parses a numeric cell, which needs no reading of separators. */
export function parseNumberCell(cell: Cell, value: number, rules: ColumnRules): Parsed {
  const format = cell.numberFormat ?? ''
  if (format.includes('%'))
    return fault('percent', `${quote(cell.text)} is a percentage, and ${rules.field} is a plain number. Write the number itself.`)
  if (value < 0)
    return fault('negative_number', `${quote(cell.text)} is negative, and ${rules.field} cannot be. Write it without the sign, or empty the cell.`)
  if (rules.kind === 'measure') return { value }
  if (rules.kind === 'count')
    return Number.isInteger(value)
      ? { value }
      : fault('too_many_decimals', `${quote(cell.text)} has decimals, and ${rules.field} is a whole number. Round it.`)
  const wrong = checkAffixes([currencyOfFormat(format) ?? ''].filter(Boolean), cell.text, rules)
  if (wrong) return wrong
  const rounded = Number(value.toFixed(2))
  return rounded === value
    ? { value }
    : { value: rounded, warning: { code: 'rounded', message: `${value} was rounded to ${rounded}. Round it in the sheet to see no warning.` } }
}
