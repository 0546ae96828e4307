import type { Binding, KeyField, MappedRow } from '../types.ts'
import { foldKey } from '../mapping/keys.ts'

export type FindBinding = (row: MappedRow) => Binding | undefined

const findOtherKey = (key: KeyField): KeyField => (key === 'asset_tag' ? 'serial_number' : 'asset_tag')

const identifierOf = (binding: Binding, field: KeyField): string | undefined => {
  const value = field === 'asset_tag' ? binding.assetTag : binding.serialNumber
  return value === null || value === '' ? undefined : foldKey(value)
}

/** True for a binding that was made while the other column was the key. */
const isOfOtherKey = (binding: Binding, key: KeyField): boolean =>
  identifierOf(binding, key) !== binding.keyFold && identifierOf(binding, findOtherKey(key)) === binding.keyFold

/** Finds a row's binding by key. A binding from when the other column was the key is found by the identifiers stored with it. */
export function createBindingFinder(bindings: readonly Binding[], key: KeyField): FindBinding {
  const byKey = new Map<string, Binding>()
  const byOther = new Map<string, Binding>()
  for (const binding of bindings) {
    if (!isOfOtherKey(binding, key)) {
      byKey.set(binding.keyFold, binding)
      continue
    }
    const storedKey = identifierOf(binding, key)
    if (storedKey !== undefined && !byKey.has(storedKey)) byKey.set(storedKey, binding)
    byOther.set(binding.keyFold, binding)
  }
  return (row) => {
    const rawKey = row.raw?.[key]
    // Earlier versions stored a leading ' that marks a text as part of the key.
    const foundBinding = row.keyFold === undefined ? undefined : (byKey.get(row.keyFold) ?? byKey.get(foldKey(rawKey ?? row.keyFold)))
    if (foundBinding || byOther.size === 0) return foundBinding
    const otherIdentifier = row.fields[findOtherKey(key)]
    return typeof otherIdentifier === 'string' ? byOther.get(foldKey(otherIdentifier)) : undefined
  }
}
