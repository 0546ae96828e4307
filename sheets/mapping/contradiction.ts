import type { ContentName } from '../../contract/sentences/columns.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { shorten } from '../cells/parseResult.ts'
import { createWordFinder } from '../vocabulary/headerWords.ts'
import { rentalWords } from '../vocabulary/contentWords.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'
import type { NamedColumn } from './columns.ts'
import { shareOf, type ColumnProfile } from './columnProfile.ts'
import { contentsOfField } from './fieldContents.ts'
import { findNdScale } from './findNdScale.ts'
import { fieldsOf } from './matchHeader.ts'

/** One cell proves nothing: the header decides, and a bad cell refuses its row. */
const MIN_CELLS = 2
/** From here on, a few cells that fit are the exceptions. */
const MANY_CELLS = 5
const MIN_SHARE = 0.2
/** A header with several meanings needs more. */
const MIN_SHARE_OF_UNCERTAIN = 0.5

function contradictionOfContents(
  fields: readonly string[],
  profile: ColumnProfile,
  isUncertain: boolean,
): Said | undefined {
  const share = shareOf(profile, [...new Set(fields.flatMap(contentsOfField))])
  const isRare = isUncertain ? share < MIN_SHARE_OF_UNCERTAIN : profile.filled >= MANY_CELLS && share < MIN_SHARE
  if (profile.filled < MIN_CELLS || (share > 0 && !isRare)) return undefined
  const [content]: readonly [ContentName, ...unknown[]] = [...profile.counts].toSorted(([, a], [, b]) => b - a)[0] ?? [
    'name',
  ]
  const example = profile.values[0]?.text ?? ''
  return say('cells_hold', { content, text: shorten(example), fields: fields.join(', ') })
}

const MAX_MINUTES = 90
const FLIGHT_TIME = /^(?:flighttime|flugzeit|tempsdevol|tiempodevuelo|tempodivolo|vliegtijd|czaslotu|tempodevoo)$/

/** Drones fly for less than an hour and a half at once. A bare header may mean the hours of all flights. */
function contradictionOfFlightTime(header: string, { values }: ColumnProfile): Said | undefined {
  if (!FLIGHT_TIME.test(toLookupKey(header))) return undefined
  const high = values.find(({ text }) => Number.parseFloat(text) > MAX_MINUTES || /\d[.,]\d/.test(text))
  return high && say('minutes_or_hours', { text: shorten(high.text) })
}

const BARE_PRICE =
  /^(?:price|cost|preis|kosten|prix|cout|precio|coste|costo|importe|prezzo|costo|prijs|cena|koszt|preco|custo|価格|値段|价格|價格|unitprice)$/
const isRental = createWordFinder(rentalWords)

/** A bare price beside rates and a deposit is what a day costs. */
function contradictionOfPrice(header: string, otherHeaders: readonly string[]): Said | undefined {
  if (!BARE_PRICE.test(toLookupKey(header))) return undefined
  const rental = otherHeaders.find((other) => isRental(other))
  return rental === undefined ? undefined : say('price_of_rental', { header: shorten(rental) })
}

/**
 * Finds the reason why the cells of a column, or its neighbours, contradict what its header means.
 * @param otherHeaders of the other columns @returns undefined if they do not
 */
export function findContradiction(
  column: Pick<NamedColumn, 'header' | 'target' | 'match'>,
  profile: ColumnProfile,
  otherHeaders: readonly string[],
): Said | undefined {
  const fields = fieldsOf(column.target)
  const [field] = fields
  const byContents = contradictionOfContents(fields, profile, (column.match.either ?? column.match.weak) !== undefined)
  if (byContents !== undefined) return byContents
  if (field === 'max_flight_minutes') return contradictionOfFlightTime(column.header, profile)
  if (field === 'purchase_price') return contradictionOfPrice(column.header, otherHeaders)
  if (field === 'nd_stops' && findNdScale(column.header, profile) === undefined) return say('nd_scale_unclear')
  return undefined
}
