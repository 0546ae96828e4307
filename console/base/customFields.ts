import type { CustomField } from '../../contract/api/customFields.ts'
import type { GearType } from '../../contract/api/gearFields.ts'
import type { Texts } from '../texts/en.ts'
import type { Format } from './createFormat.ts'

const PREFIX = 'fields.'

/** Names an own field as events do, apart from the contract's fields: `fields.supplier`. */
export const toFieldKey = (name: string): string => PREFIX + name

export const findByKey = (fields: readonly CustomField[], key: string): CustomField | undefined =>
  key.startsWith(PREFIX) ? fields.find(({ name }) => key === toFieldKey(name)) : undefined

/** Labels an own field by the name that events have for it, also one that was deleted; undefined for others. */
export const labelByKey = (fields: readonly CustomField[], key: string): string | undefined =>
  findByKey(fields, key)?.label ?? (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : undefined)

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

interface WithFields {
  fields?: Readonly<Record<string, unknown>> | undefined
}

/** Puts the own fields of a record beside its others, by their keys. */
export const flattenFields = (record: WithFields): Record<string, unknown> => ({
  ...record,
  ...Object.fromEntries(Object.entries(record.fields ?? {}).map(([name, value]) => [toFieldKey(name), value])),
})

/** Moves values with keys of own fields into the member `fields`, as bodies have them. */
export function nestFields(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [own, others] = [true, false].map((isOwn) =>
    Object.entries(values).filter(([name]) => name.startsWith(PREFIX) === isOwn),
  )
  const fields = own?.map(([name, value]): [string, unknown] => [name.slice(PREFIX.length), value]) ?? []
  return {
    ...Object.fromEntries(others ?? []),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  }
}
