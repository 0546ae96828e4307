import { isFieldKey, nameOfFieldKey, toFieldKey } from '../../contract/api/fieldKeys.ts'
import type { CustomField } from '../../contract/api/customFields.ts'
import type { GearType } from '../../contract/api/gearFields.ts'
import type { Texts } from '../texts/en.ts'
import type { Format } from './createFormat.ts'

export const findByKey = (fields: readonly CustomField[], key: string): CustomField | undefined =>
  isFieldKey(key) ? fields.find(({ name }) => key === toFieldKey(name)) : undefined

/** Labels an own field by the name that events have for it, also one that was deleted; undefined for others. */
export const labelByKey = (fields: readonly CustomField[], key: string): string | undefined =>
  findByKey(fields, key)?.label ?? (isFieldKey(key) ? nameOfFieldKey(key) : undefined)

/** Lists the fields of a gear type that can be written. */
export const writableFieldsOf = (fields: readonly CustomField[], type: GearType): CustomField[] =>
  fields.filter(({ gear_type: own, state }: CustomField) => state !== 'ending' && (own === null || own === type))

/** True if lists can be filtered and sorted by the field now. */
export const isFilterable = ({ state, filterable, unique }: CustomField): boolean =>
  state === 'active' && (filterable || unique)

export const labelWithUnit = ({ label, unit }: CustomField): string => (unit === null ? label : `${label} (${unit})`)

/** Formats a value with its unit, by the type of its field. A text that looks like a day stays as it is. */
export function formatCustomValue({ type, unit }: CustomField, value: unknown, texts: Texts, format: Format): string {
  if (value === null || value === undefined || value === '') return texts.none
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return unit === null ? format.number(value) : `${format.number(value)}\u00A0${unit}`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return type === 'date' ? format.day(text) : text
}
