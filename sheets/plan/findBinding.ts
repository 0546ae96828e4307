import type { Binding, KeyField, MappedRow } from '../types.ts'
import { foldKey } from '../mapping/keys.ts'

export type FindBinding = (row: MappedRow) => Binding | undefined

const otherKey = (key: KeyField): KeyField => (key === 'asset_tag' ? 'serial_number' : 'asset_tag')

const identifierOf = (binding: Binding, field: KeyField): string | undefined => {
  const value = field === 'asset_tag' ? binding.assetTag : binding.serialNumber
  return value === null || value === '' ? undefined : foldKey(value)
}

/** True for a binding made while the other column was the key. */
const isOfOtherKey = (binding: Binding, key: KeyField): boolean =>
  identifierOf(binding, key) !== binding.keyFold && identifierOf(binding, otherKey(key)) === binding.keyFold

/** Finds a row's binding by key. A binding made with the other key column is found by its stored identifier, else by the row's other identifier. */
export function createBindingFinder(bindings: readonly Binding[], key: KeyField): FindBinding {
  const byKey = new Map<string, Binding>()
  const byOther = new Map<string, Binding>()
  for (const binding of bindings) {
    if (!isOfOtherKey(binding, key)) {
      byKey.set(binding.keyFold, binding)
      continue
    }
    const present = identifierOf(binding, key)
    if (present !== undefined && !byKey.has(present)) byKey.set(present, binding)
    byOther.set(binding.keyFold, binding)
  }
  return (row) => {
    const written = row.raw?.[key]
    // Earlier versions stored protecting marks as part of the key.
    const found = row.keyFold === undefined ? undefined : (byKey.get(row.keyFold) ?? byKey.get(foldKey(written ?? row.keyFold)))
    if (found || byOther.size === 0) return found
    const other = row.fields[otherKey(key)]
    return typeof other === 'string' ? byOther.get(foldKey(other)) : undefined
  }
}
