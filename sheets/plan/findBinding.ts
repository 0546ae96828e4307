import type { Binding, KeyField, MappedRow } from '../types.ts'
import { findOtherKey, foldKey } from '../mapping/keys.ts'
import { bindingName } from './recordNames.ts'
import type { Records } from '../records.ts'

export type FindBinding = (row: MappedRow) => Binding | undefined

/**
 * Finds a row's binding by key. If the other column was the key when the binding was made, it is found by the stored
 * identifiers.
 */
export function createBindingFinder(bindings: Records<Binding>, key: KeyField): FindBinding {
  const findByKey = (fold: string): Binding | undefined =>
    bindings.find(bindingName.key(fold)).at(-1) ?? bindings.find(bindingName.storedKey(fold))[0]
  return (row) => {
    if (bindings.size === 0) return undefined
    if (row.storedFold !== undefined) return findByKey(row.storedFold)
    if (row.keyFold !== undefined) {
      // Earlier versions stored a leading ' that marks a text as part of the key.
      const rawFold = foldKey(row.raw?.[key] ?? row.keyFold)
      const foundBinding = findByKey(row.keyFold) ?? (rawFold === row.keyFold ? undefined : findByKey(rawFold))
      if (foundBinding) return foundBinding
    }
    const otherIdentifier = row.fields[findOtherKey(key)]
    return typeof otherIdentifier === 'string'
      ? bindings.find(bindingName.otherKey(foldKey(otherIdentifier))).at(-1)
      : undefined
  }
}
