import { contentOf, type CellContent } from '../cells/cellContent.ts'
import type { ContentName } from '../../contract/sentences/columns.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { shorten } from '../cells/parseResult.ts'
import { createWordFinder } from '../vocabulary/headerWords.ts'
import { mountWords, rentalWords } from '../vocabulary/contentWords.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'
import type { NamedColumn } from './columns.ts'
import { shareOf, type ColumnProfile } from './columnProfile.ts'
import { certainContents, contentsOfField, openTextFields } from './fieldContents.ts'
import { contradictionOfCapacities, contradictionOfRange } from './fieldRanges.ts'
import { findNdScale } from './findNdScale.ts'
import { fieldsOf } from './matchHeader.ts'
import { contradictionOfSeries } from './productLines.ts'

/** One cell proves nothing: the header decides, and a bad cell refuses its row. */
const MIN_CELLS = 2
/** From here on, a few cells that fit are the exceptions. */
const MANY_CELLS = 5
const MIN_SHARE = 0.2
/** A header with several meanings needs more. */
const MIN_SHARE_OF_UNCERTAIN = 0.5

/** True if half of a column's cells, and more than one, are certainly no text that the field means. */
function isMostlyOther(fields: readonly string[], taken: readonly CellContent[], profile: ColumnProfile): boolean {
  if (!fields.every((field) => openTextFields.has(field))) return false
  const other = shareOf(
    profile,
    [...certainContents, 'size' as const].filter((content) => !taken.includes(content)),
  )
  return other >= MIN_SHARE_OF_UNCERTAIN && other * profile.filled > 1
}

function contradictionOfContents(
  fields: readonly string[],
  profile: ColumnProfile,
  isUncertain: boolean,
): Said | undefined {
  const taken = [...new Set(fields.flatMap(contentsOfField))]
  const share = shareOf(profile, taken)
  const isRare = isUncertain ? share < MIN_SHARE_OF_UNCERTAIN : profile.filled >= MANY_CELLS && share < MIN_SHARE
  if (profile.filled < MIN_CELLS || (share > 0 && !isRare && !isMostlyOther(fields, taken, profile))) return undefined
  const others = [...profile.counts].filter(([name]) => !taken.includes(name))
  const content: ContentName = others.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'name'
  const example = profile.values.find(({ cell, text }) => contentOf(cell, text) === content)?.text ?? ''
  return say('cells_hold', { content, text: shorten(example), fields: fields.join(', ') })
}

const MAX_MINUTES = 60
const FLIGHT_TIME = /^(?:flighttime|flugzeit|tempsdevol|tiempodevuelo|tempodivolo|vliegtijd|czaslotu|tempodevoo)$/

/** Drones fly for less than an hour at once. A bare header may mean the hours of all flights. */
function contradictionOfFlightTime(header: string, { values }: ColumnProfile): Said | undefined {
  if (!FLIGHT_TIME.test(toLookupKey(header))) return undefined
  const high = values.find(({ text }) => Number.parseFloat(text) > MAX_MINUTES || /\d[.,]\d/.test(text))
  return high && say('minutes_or_hours', { text: shorten(high.text) })
}

const BARE_PRICE =
  /^(?:price|cost|preis|kosten|prix|cout|precio|coste|costo|importe|prezzo|costo|prijs|cena|koszt|preco|custo|価格|値段|价格|價格|unitprice)$/
const isRental = createWordFinder(rentalWords)
/** `3 Days`, `2-4 Tage`: the price of so many days. */
const SPAN =
  /^\s*\d+(?:\s*[-–+]\s*\d*)?\s*(?:h|std|hours?|stunden?|days?|tage?|jours?|días?|dias?|giorn[io]|dagen|dag|dni|dzień|doba|dob|weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|日|日間|天)\b/iu

/** A bare price beside rates and a deposit is what a day costs. */
function contradictionOfPrice(header: string, otherHeaders: readonly string[]): Said | undefined {
  if (!BARE_PRICE.test(toLookupKey(header))) return undefined
  const rental = otherHeaders.find((other) => isRental(other) || SPAN.test(other))
  return rental === undefined ? undefined : say('price_of_rental', { header: shorten(rental) })
}

const isMount = createWordFinder(mountWords)
const MOUNT_SUFFIX = /マウント|卡口|mount|bajonett|bayonet|monture|baïonnette|montura|attacco/giu

/** A column of mounts has one at least that is known. */
function contradictionOfMounts({ filled, values }: ColumnProfile): Said | undefined {
  const [first] = values
  if (first === undefined || filled < MIN_CELLS) return undefined
  if (values.some(({ text }) => isMount(text.replaceAll(MOUNT_SUFFIX, ' ')))) return undefined
  return say('no_known_mount', { text: shorten(first.text) })
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
  const byRange = contradictionOfRange(fields, column.header, profile)
  if (byRange !== undefined) return byRange
  if (field === 'serial_number') return contradictionOfSeries(column.header, profile)
  if (field === 'storage_location') return contradictionOfCapacities(profile)
  if (field === 'mount') return contradictionOfMounts(profile)
  if (field === 'max_flight_minutes') return contradictionOfFlightTime(column.header, profile)
  if (field === 'purchase_price') return contradictionOfPrice(column.header, otherHeaders)
  if (field === 'nd_stops' && findNdScale(column.header, profile) === undefined) return say('nd_scale_unclear')
  return undefined
}
