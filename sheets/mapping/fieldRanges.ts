import { say, type Said } from '../../contract/sentences/say.ts'
import { parseNumberText } from '../cells/number.ts'
import { shorten } from '../cells/parseResult.ts'
import { toLookupKey, toLookupKeys } from '../vocabulary/lookupKey.ts'
import type { ColumnProfile } from './columnProfile.ts'

interface Range {
  min: number
  max: number
  /** True if a header with the unit of the field allows any number. */
  allows?: (header: string) => boolean
}

const GRAMS_HEADER = /(?:^|[^\p{L}])(?:g|gr|gram(?:m|me|mes|o|os|s)?)\.?(?:$|[^\p{L}])/iu

/** True if a header names grams. */
export const namesGrams = (header: string): boolean => GRAMS_HEADER.test(header)

/**
 * Numbers that things have in the unit of a field. Others are of another unit: kilograms, lines of a picture, inches.
 */
const ranges: Readonly<Record<string, Range>> = {
  weight_g: { min: 20, max: 10_000_000, allows: namesGrams },
  resolution_mp: { min: 0.1, max: 500 },
  max_aperture: { min: 0.5, max: 90 },
  focal_length_min_mm: { min: 1, max: 10_000 },
  focal_length_max_mm: { min: 1, max: 10_000 },
  filter_thread_mm: { min: 10, max: 250 },
  thread_mm: { min: 10, max: 250 },
  battery_wh: { min: 1, max: 5000 },
}
const MIN_OUTSIDE = 2

/**
 * Finds the reason why bare numbers are of another unit than their field's. One proves nothing, and a cell with a unit
 * says that people write them.
 */
export function contradictionOfRange(
  fields: readonly string[],
  header: string,
  { filled, values }: ColumnProfile,
): Said | undefined {
  if (values.some(({ text }) => /\p{L}/u.test(text))) return undefined
  for (const field of fields) {
    const range = ranges[field]
    if (range === undefined || range.allows?.(header)) continue
    const outside = values.filter(({ cell, text }) => {
      const { value } = typeof cell.value === 'number' ? cell : parseNumberText(text, RULES)
      return typeof value === 'number' && (value < range.min || value > range.max)
    })
    const [first] = outside
    if (first === undefined || outside.length < MIN_OUTSIDE || outside.length * 2 < filled) continue
    return say('numbers_of_other_unit', { text: shorten(first.text), field })
  }
  return undefined
}

const RULES = { field: 'battery_wh', kind: 'measure', currency: '' } as const

/** Sizes of cards and disks. Shelves have other numbers. */
const CAPACITIES: ReadonlySet<string> = new Set(['16', '32', '64', '128', '256', '512', '1024', '2048', '4096'])

/** Headers that mean a place in some lists, and a number of pieces in others. */
const stockHeaders = toLookupKeys([
  'storage, stored, store, lager, almacén, stockage, magazzino, deposito, opslag, magazijn, magazyn, estoque, armazém, varasto, sklad, depo',
])
const MAX_PIECES = 20

/** Finds out that places are numbers of pieces: small, and mostly one. */
function contradictionOfPieces(header: string, { filled, values }: ColumnProfile): Said | undefined {
  const [first] = values
  if (first === undefined || filled < MIN_OUTSIDE || !stockHeaders.has(toLookupKey(header))) return undefined
  if (!values.every(({ text }) => /^\d{1,2}$/.test(text) && Number(text) <= MAX_PIECES)) return undefined
  const ones = values.filter(({ text }) => text === '1' || text === '0').length
  return ones * 2 < filled ? undefined : say('numbers_of_pieces', { text: shorten(first.text) })
}

/** Finds the reason why numbers are hardly places. */
export const contradictionOfPlaces = (header: string, profile: ColumnProfile): Said | undefined =>
  contradictionOfCapacities(profile) ?? contradictionOfPieces(header, profile)

/** Finds out that places are capacities in gigabytes without their unit. */
function contradictionOfCapacities({ filled, values }: ColumnProfile): Said | undefined {
  const [first] = values
  if (first === undefined || filled < MIN_OUTSIDE || !values.every(({ text }) => CAPACITIES.has(text))) return undefined
  return say('numbers_of_capacity', { text: shorten(first.text) })
}
