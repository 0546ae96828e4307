export type DecimalMark = '.' | ','

/** Possible interpretations of digits with separators. */
export type NumberShape =
  /** There is no separator that could be a decimal mark. */
  | { shape: 'plain'; whole: string }
  /** `123 456`: grouped thousands, or two numbers. */
  | { shape: 'pair'; whole: string }
  /**
   * Only one interpretation is possible. It proves the column's decimal mark: `1,234,567` proves a point, although it
   * has no decimals.
   */
  | { shape: 'proven'; mark: DecimalMark; whole: string; fraction: string }
  /** One separator before three digits, which can be a decimal mark or group thousands. */
  | { shape: 'either'; mark: DecimalMark; whole: string; fraction: string }

const SINGLE = /^(\d*)([.,])(\d+)$/
const PAIR = /^[1-9]\d{2} \d{3}$/
const GROUPED = /^(\d{1,3})((?:([.,' ])\d{3})(?:\3\d{3})*)(?:([.,])(\d+))?$/

/** Indian grouping: `3,45,000.50`. */
const LAKHS = /^(\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d+))?$/

const getOtherMark = (mark: string): DecimalMark => (mark === '.' ? ',' : '.')

/** Parses digits with separators (point, comma, apostrophe, space). */
export function parseSeparatedDigits(digits: string): NumberShape | undefined {
  if (/^\d+$/.test(digits)) return { shape: 'plain', whole: digits }
  const text = digits.replaceAll(/[’‘´`]/g, "'").replaceAll(/\s/g, ' ')
  const single = SINGLE.exec(text)
  if (single) {
    const [, whole = '', mark = '.', fraction = ''] = single
    const isAmbiguous = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
    return { shape: isAmbiguous ? 'either' : 'proven', mark: mark as DecimalMark, whole: whole || '0', fraction }
  }
  if (PAIR.test(text)) return { shape: 'pair', whole: text.replace(' ', '') }
  const grouped = GROUPED.exec(text)
  if (!grouped) return undefined
  const [, first = '', rest = '', separator = '', mark, fraction = ''] = grouped
  if (mark === separator) return undefined
  const whole = first + rest.replaceAll(separator, '')
  if (mark !== undefined) return { shape: 'proven', mark: mark as DecimalMark, whole, fraction }
  return separator === '.' || separator === ','
    ? { shape: 'proven', mark: getOtherMark(separator), whole, fraction: '' }
    : { shape: 'plain', whole }
}

export function parseIndianDigits(digits: string): NumberShape | undefined {
  const match = LAKHS.exec(digits)
  return match
    ? { shape: 'proven', mark: '.', whole: (match[1] ?? '').replaceAll(',', ''), fraction: match[2] ?? '' }
    : undefined
}
