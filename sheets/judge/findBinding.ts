import type { Binding, KeyField, MappedRow } from '../types.ts'
import { foldKey } from '../mapping/keys.ts'

export type FindBinding = (row: MappedRow) => Binding | undefined

const otherKey = (key: KeyField): KeyField => (key === 'asset_tag' ? 'serial_number' : 'asset_tag')

const identifierOf = (binding: Binding, field: KeyField): string | undefined => {
  const value = field === 'asset_tag' ? binding.assetTag : binding.serialNumber
  return value === null || value === '' ? undefined : foldKey(value)
}

/** Whether a binding was made while the other column was the key. */
const isOfOtherKey = (binding: Binding, key: KeyField): boolean =>
  identifierOf(binding, key) !== binding.keyFold && identifierOf(binding, otherKey(key)) === binding.keyFold

/**
 * Finds a row's binding by its key. A binding made with the other key column is found by what it keeps of this one,
 * else by the row's own value in the other column.
 */
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
    // earlier versions took the marks that protect a key for a part of it
    const found = row.keyFold === undefined ? undefined : (byKey.get(row.keyFold) ?? byKey.get(foldKey(written ?? row.keyFold)))
    if (found || byOther.size === 0) return found
    const other = row.fields[otherKey(key)]
    return typeof other === 'string' ? byOther.get(foldKey(other)) : undefined
  }
}
