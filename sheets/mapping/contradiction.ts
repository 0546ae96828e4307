import { contentOf, type CellContent } from '../cells/cellContent.ts'
import { isNoIdentity, isNoSerial, makersNumbers } from '../cells/identity.ts'
import type { ContentName } from '../../contract/sentences/columns.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { shorten } from '../cells/parseResult.ts'
import { createWordFinder } from '../vocabulary/headerWords.ts'
import { mountWords } from '../vocabulary/contentWords.ts'
import { namesOfHeader } from '../vocabulary/headerParts.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { NamedColumn } from './columns.ts'
import { shareOf, type ColumnProfile } from './columnProfile.ts'
import { certainContents, contentsOfField, openTextFields } from './fieldContents.ts'
import { contradictionOfPlaces, contradictionOfRange } from './fieldRanges.ts'
import { findNdScale } from './findNdScale.ts'
import { fieldsOf } from './matchHeader.ts'
import type { HeadingsAbove } from './headingsAbove.ts'
import { contradictionOfSeries } from './productLines.ts'
import { contradictionOfPrice } from './rentalPrice.ts'
import { contradictionOfModels } from './typeOrModel.ts'
import { contradictionOfReadings } from './unreadable.ts'

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

/** Share of cells that are numbers of makers with spaces: `SN 5501122`, `AB 183 C`. */
function shareOfSpacedNumbers(fields: readonly string[], { filled, counts, values }: ColumnProfile): number {
  if (!fields.every((field) => makersNumbers.has(field)) || !counts.has('name')) return 0
  const numbers = values.filter(
    ({ cell, text }) => /\d/.test(text) && contentOf(cell, text) === 'name' && !isNoIdentity(text) && !isNoSerial(text),
  )
  return numbers.length / filled
}

function contradictionOfContents(
  fields: readonly string[],
  profile: ColumnProfile,
  isUncertain: boolean,
): Said | undefined {
  const taken = [...new Set(fields.flatMap(contentsOfField))]
  const share = shareOf(profile, taken) + shareOfSpacedNumbers(fields, profile)
  const isRare = isUncertain ? share < MIN_SHARE_OF_UNCERTAIN : profile.filled >= MANY_CELLS && share < MIN_SHARE
  if (profile.filled < MIN_CELLS || (share > 0 && !isRare && !isMostlyOther(fields, taken, profile))) return undefined
  const others = [...profile.counts].filter(([name]) => !taken.includes(name))
  const content: ContentName = others.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'name'
  const example = profile.values.find(({ cell, text }) => contentOf(cell, text) === content)?.text ?? ''
  return say('cells_hold', { content, text: shorten(example), fields: fields.join(', ') })
}

const MAX_MINUTES = 60
const FLIGHT_TIME =
  /^(?:flighttime|flugzeit|tempsdevol|tiempodevuelo|tempodivolo|vliegtijd|czaslotu|tempodevoo|flygtid|flytid|flygetid|flyvetid|lentoaika|dobaletu|ucussuresi)$/

/** Drones fly for less than an hour at once. A bare header may mean the hours of all flights. */
function contradictionOfFlightTime(header: string, { values }: ColumnProfile): Said | undefined {
  if (!namesOfHeader(header).some((name) => FLIGHT_TIME.test(toLookupKey(name)))) return undefined
  const high = values.find(({ text }) => Number.parseFloat(text) > MAX_MINUTES || /\d[.,]\d/.test(text))
  return high && say('minutes_or_hours', { text: shorten(high.text) })
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

/** `CA`, `NY`: states of the union, below a word that means a state of an item in other lists. */
function contradictionOfStates(header: string, { filled, values }: ColumnProfile): Said | undefined {
  const [first] = values
  if (first === undefined || filled < MIN_CELLS || toLookupKey(header) !== 'state') return undefined
  if (values.filter(({ text }) => /^[A-Z]{2}$/.test(text)).length * 2 < filled) return undefined
  return say('cells_hold', { content: 'code', text: shorten(first.text), fields: 'status, condition' })
}

/** Surroundings of a column that say what it means. */
export interface Surroundings {
  /** Headers of the other columns. */
  otherHeaders: readonly string[]
  above: HeadingsAbove
  /** Words of the settings by field. */
  ownWords: SheetSettings['values']
}

/**
 * Finds the reason why the cells of a column, or its surroundings, contradict what its header means.
 * @returns undefined if they do not
 */
export function findContradiction(
  column: Pick<NamedColumn, 'header' | 'target' | 'match'>,
  profile: ColumnProfile,
  { otherHeaders, above, ownWords }: Surroundings,
): Said | undefined {
  const fields = fieldsOf(column.target)
  const [field = ''] = fields
  const byContents = contradictionOfContents(fields, profile, (column.match.either ?? column.match.weak) !== undefined)
  if (byContents !== undefined) return byContents
  const byModels = contradictionOfModels(column, profile)
  if (byModels !== undefined) return byModels
  if (column.match.either) {
    const byStates = contradictionOfStates(column.header, profile)
    if (byStates !== undefined) return byStates
  }
  const byRange = contradictionOfRange(fields, column.header, profile)
  if (byRange !== undefined) return byRange
  if (field === 'serial_number') return contradictionOfSeries(column.header, profile)
  if (field === 'storage_location') return contradictionOfPlaces(column.header, profile)
  if (field === 'mount') return contradictionOfMounts(profile)
  if (field === 'nd_stops' && findNdScale(column.header, profile) === undefined) return say('nd_scale_unclear')
  const byMeaning =
    (field === 'max_flight_minutes' ? contradictionOfFlightTime(column.header, profile) : undefined) ??
    (field === 'purchase_price' ? contradictionOfPrice(column.header, otherHeaders, above) : undefined)
  return byMeaning ?? contradictionOfReadings(field, column.header, profile, ownWords)
}
