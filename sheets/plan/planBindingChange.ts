import type { Binding, BindingChange, MappedRow } from '../types.ts'
import type { Item } from './planContext.ts'
import { isEmpty } from './isSameValue.ts'
import { fieldOfMoment, momentName } from './keepMoments.ts'

type Identifiers = Pick<Binding, 'assetTag' | 'serialNumber'>

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const identifiersOf = (row: MappedRow, item: Item | undefined): Identifiers => ({
  assetTag: textOrNull(isEmpty(row.fields['asset_tag']) ? item?.asset_tag : row.fields['asset_tag']),
  serialNumber: textOrNull(isEmpty(row.fields['serial_number']) ? item?.serial_number : row.fields['serial_number']),
})

const isEqual = (a: unknown, b: unknown): boolean =>
  a === b ||
  (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((member, index) => member === b[index]))

/** Lists the moments of a row's days, by the name under which a binding stores them. */
const momentsOf = (row: MappedRow): [name: string, moment: string][] =>
  Object.entries(row.moments ?? {}).flatMap(([field, moment]) =>
    row.fields[field] === undefined ? [] : [[momentName(field), moment]],
  )

/** Copies the last synced values, without the moments of fields that the row has. */
const copyBase = ({ base }: Binding, row: MappedRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(base).filter(([name]) => {
      const field = fieldOfMoment(name)
      return field === undefined || row.fields[field] === undefined
    }),
  )

function isUpToDate(
  row: MappedRow,
  binding: Binding,
  item: Item | undefined,
  { assetTag, serialNumber }: Identifiers,
): boolean {
  if (binding.keyFold !== row.keyFold || binding.gearId !== item?.id) return false
  if (binding.assetTag !== assetTag || binding.serialNumber !== serialNumber) return false
  for (const field in row.fields) if (!isEqual(binding.base[field], row.fields[field])) return false
  for (const [name, moment] of momentsOf(row)) if (binding.base[name] !== moment) return false
  return [...row.clears, ...(row.emptied ?? [])].every((field) => binding.base[field] === null)
}

/** Plans the binding that the row has after it is applied. @returns undefined without a change */
export function planBindingChange(
  row: MappedRow,
  binding: Binding | undefined,
  item: Item | undefined,
): BindingChange | undefined {
  if (row.keyFold === undefined) return undefined
  const identifiers = identifiersOf(row, item)
  if (binding && isUpToDate(row, binding, item, identifiers)) return undefined
  const base: Record<string, unknown> = item && binding?.gearId === item.id ? copyBase(binding, row) : {}
  Object.assign(base, row.fields, row.moments && Object.fromEntries(momentsOf(row)))
  for (const field of [...row.clears, ...(row.emptied ?? [])]) base[field] = null
  return {
    row: row.row,
    ...(row.table !== undefined && { table: row.table }),
    keyFold: row.keyFold,
    gearId: item?.id ?? null,
    base,
    ...identifiers,
  }
}
