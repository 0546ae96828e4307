// A column about warranties has ends, lengths or providers: its cells say which.
import { contentOf } from '../cells/cellContent.ts'
import { readLength } from '../cells/length.ts'
import { isEndless } from '../cells/duration.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { shorten } from '../cells/parseResult.ts'
import { findHeaderUnit, WARRANTY_LENGTH } from '../vocabulary/warrantyHeaders.ts'
import type { NamedColumn } from './columns.ts'
import type { ColumnProfile } from './columnProfile.ts'
import { formatColumn } from './formatColumn.ts'

const END = 'warranty_expires_on'
const PROVIDER = 'warranty_provider'
/** A few bad cells refuse their rows. */
const MIN_SHARE = 0.8
/** One cell does not outweigh a header that names an end. */
const MIN_CELLS = 2

/** A longer text says more than a length. */
const MAX_CHARACTERS = 60

const isLength = (text: string): boolean =>
  text.length <= MAX_CHARACTERS && (readLength(text) !== undefined || isEndless(text))

/** True if the cells are lengths with their units. `lifetime` alone is none. */
function hasLengths({ filled, values }: ColumnProfile): boolean {
  const lengths = values.filter(({ cell, text }) => cell.kind !== 'date' && isLength(text))
  return lengths.some(({ text }) => readLength(text) !== undefined) && lengths.length >= MIN_SHARE * filled
}

const hasDates = ({ filled, values }: ColumnProfile): boolean =>
  filled > 0 && values.filter(({ cell, text }) => contentOf(cell, text) === 'date').length >= MIN_SHARE * filled

function toLength(column: NamedColumn): NamedColumn {
  return { ...column, target: WARRANTY_LENGTH, evidence: say('lengths_of_warranty') }
}

/** Reads a column about warranties as lengths where its cells are lengths, and as ends where they are dates. */
export function chooseWarranty(column: NamedColumn, profile: ColumnProfile): NamedColumn {
  const { target, match, isSet } = column
  if (isSet) return column
  if (target === WARRANTY_LENGTH && findHeaderUnit(column.header) === undefined && hasDates(profile))
    return { ...column, target: END, evidence: say('dates_of_warranty') }
  const isEither = match.either?.includes(END) === true
  if (target !== END && !(isEither && target === PROVIDER)) return column
  return (isEither || profile.filled >= MIN_CELLS) && hasLengths(profile) ? toLength(column) : column
}

/** The fields that a column fills. A length gives the end of the warranty. */
export const toFilledField = (field: string): string => (field === WARRANTY_LENGTH ? END : field)

/** A day says when a warranty ends; a length is added to another day. */
export function chooseEnd(a: NamedColumn, b: NamedColumn): [kept: NamedColumn, dropped: NamedColumn, Said] | undefined {
  const [kept, dropped] = a.target === END ? [a, b] : [b, a]
  if (kept.target !== END || dropped.target !== WARRANTY_LENGTH) return undefined
  return [kept, dropped, say('warranty_ends_in', { column: formatColumn(kept) })]
}

/** Finds the reason why a column of lengths gives no day: the list has no dates of purchase. */
export function findLengthFault(
  { target, isSet }: NamedColumn,
  columns: readonly NamedColumn[],
  { values }: ColumnProfile,
): Said | undefined {
  if (target !== WARRANTY_LENGTH || isSet || columns.some((other) => other.target === 'purchase_date')) return undefined
  return say('lengths_without_purchase', { text: shorten(values[0]?.text ?? '') })
}
