import type { Binding, BindingChange, MappedRow } from '../types.ts'
import type { Item } from './context.ts'
import { isEmpty } from './same.ts'

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function isUnchanged(before: Binding, after: BindingChange): boolean {
  if (before.keyFold !== after.keyFold || before.gearId !== after.gearId) return false
  if (before.assetTag !== after.assetTag || before.serialNumber !== after.serialNumber) return false
  return Object.entries(after.base).every(([field, value]) => field in before.base && isEqual(before.base[field], value))
}

const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((member, index) => member === b[index]))

/** The binding of a row once it is applied: its values become the last synced ones. Undefined when that changes nothing. */
export function bindRow(row: MappedRow, binding: Binding | undefined, item: Item | undefined): BindingChange | undefined {
  if (row.keyFold === undefined) return undefined
  const base: Record<string, unknown> = item && binding?.gearId === item.id ? { ...binding.base } : {}
  Object.assign(base, row.fields)
  for (const field of [...row.clears, ...(row.emptied ?? [])]) base[field] = null
  const after: BindingChange = {
    row: row.row,
    keyFold: row.keyFold,
    gearId: item?.id ?? null,
    base,
    assetTag: textOrNull(isEmpty(row.fields['asset_tag']) ? item?.asset_tag : row.fields['asset_tag']),
    serialNumber: textOrNull(isEmpty(row.fields['serial_number']) ? item?.serial_number : row.fields['serial_number']),
  }
  return binding && isUnchanged(binding, after) ? undefined : after
}
