import { say, type Said } from '../../contract/sentences/say.ts'
import { shorten } from '../cells/parseResult.ts'
import { namesOfHeader } from '../vocabulary/headerParts.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'
import type { ColumnProfile } from './columnProfile.ts'

/** `Serie`, `Série` and `Series` mean a serial number in some lists and a product line in others. */
const SERIES_HEADER = /^series?$/
/** A product line has a few characters: A7, D850, X-T. */
const MIN_CHARACTERS = 6
const DIGITS = /\d[\d -]*\d/
const MIN_DIGITS = 4

const looksLikeSerial = (text: string): boolean =>
  (DIGITS.exec(text)?.[0].replaceAll(/\D/g, '').length ?? 0) >= MIN_DIGITS ||
  (text.length >= MIN_CHARACTERS && /\d/.test(text) && !text.includes(' '))

/** Finds out that a column of serial numbers by its header has product lines: they repeat, or are short. */
export function contradictionOfSeries(header: string, { filled, values }: ColumnProfile): Said | undefined {
  if (filled < 2 || !namesOfHeader(header).some((name) => SERIES_HEADER.test(toLookupKey(name)))) return undefined
  const serials = values.filter(({ text }) => looksLikeSerial(text))
  const areDifferent = new Set(values.map(({ text }) => toLookupKey(text))).size === filled
  if (serials.length * 2 > filled && (areDifferent || serials.length === filled)) return undefined
  const example = values.find((value) => !serials.includes(value)) ?? values[0]
  return say('product_lines', { text: shorten(example?.text ?? '') })
}
