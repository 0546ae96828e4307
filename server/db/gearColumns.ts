import { hash } from 'node:crypto'
import { foldCase, foldText } from '../../platform/foldText.ts'
import type { GearRow } from './schema.ts'

/** Columns by which lists of gear filter and sort. */
export type GearColumns = Pick<
  GearRow,
  | 'condition'
  | 'location_key'
  | 'tag_fold'
  | 'serial_fold'
  | 'purchase_date'
  | 'purchase_cents'
  | 'replacement_cents'
  | 'fields_fold'
  | 'category'
>

export const gearColumns = [
  'condition',
  'location_key',
  'tag_fold',
  'serial_fold',
  'purchase_date',
  'purchase_cents',
  'replacement_cents',
  'fields_fold',
  'category',
] as const satisfies readonly (keyof GearColumns)[]

/** Picks the values of these columns for a statement. */
export const toColumnValues = <const Name extends keyof GearColumns>(
  names: readonly Name[],
  toValue: (name: Name) => unknown,
) => Object.fromEntries(names.map((name) => [name, toValue(name)])) as Pick<GearColumns, Name>

/** Fields of a gear record from which these columns are derived. */
export interface ListedFields {
  condition: string
  storage_location: string | null
  asset_tag: string | null
  serial_number: string | null
  purchase_date: string | null
  purchase_price: number | null
  replacement_value: number | null
  /** Accessories have it. */
  category?: string | null
  fields?: Readonly<Record<string, string | number | boolean>>
}

/** PostgreSQL indexes rows of at most 2,704 bytes, and folding can triple a text. */
const MAX_KEY_BYTES = 800
const SHORT_KEY_CHARACTERS = 180

/**
 * Computes the text by which locations and own texts are compared; equal ones have equal texts. A very long one becomes
 * its beginning and a hash.
 */
export function toTextKey(text: string): string {
  const folded = foldCase(text)
  if (Buffer.byteLength(folded) <= MAX_KEY_BYTES) return folded
  return `${Array.from(folded).slice(0, SHORT_KEY_CHARACTERS).join('')}…${hash('sha256', folded, 'base64url')}`
}

export const toCents = (money: number | null): number | null => (money === null ? null : Math.round(money * 100))

/** Joins texts that a search must not match across. */
const TEXT_SEPARATOR = '\n'

function foldFields(fields: NonNullable<ListedFields['fields']>): string | null {
  const texts = Object.values(fields).filter((value) => typeof value === 'string')
  return texts.length === 0 ? null : texts.map(foldText).join(TEXT_SEPARATOR)
}

export const toGearColumns = (record: ListedFields): GearColumns => ({
  condition: record.condition,
  location_key: record.storage_location === null ? null : toTextKey(record.storage_location),
  tag_fold: record.asset_tag === null ? null : foldText(record.asset_tag),
  serial_fold: record.serial_number === null ? null : foldText(record.serial_number),
  purchase_date: record.purchase_date,
  purchase_cents: toCents(record.purchase_price),
  replacement_cents: toCents(record.replacement_value),
  fields_fold: record.fields === undefined ? null : foldFields(record.fields),
  category: record.category ?? null,
})
