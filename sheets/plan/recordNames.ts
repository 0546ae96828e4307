// Names by which a plan finds items and bindings.
import type { Gear } from '../../contract/api/gear.ts'
import { foldTag } from '../../platform/foldText.ts'
import { findOtherKey, foldKey } from '../mapping/keys.ts'
import type { Binding, KeyField } from '../types.ts'

const KEY_FIELDS = ['asset_tag', 'serial_number'] as const

export const itemName = {
  id: (id: string): string => `id ${id}`,
  /** @param fold folded value of the field */
  identifier: (field: KeyField, fold: string): string => `${field} ${fold}`,
  /** Name of all items whose tags count as one, whatever their width and dashes. */
  tag: (tag: string): string => `tag ${foldTag(tag)}`,
}

/** Most tags are folded alike by both rules, and need no second name. */
const listTagNames = ({ asset_tag: tag }: Gear): string[] =>
  tag !== null && foldTag(tag) !== foldKey(tag) ? [itemName.tag(tag)] : []

export const listItemNames = (item: Gear): string[] => [
  itemName.id(item.id),
  ...KEY_FIELDS.flatMap((field) => (item[field] ? [itemName.identifier(field, foldKey(item[field]))] : [])),
  ...listTagNames(item),
]

export const bindingName = {
  gear: (gearId: string): string => `gear ${gearId}`,
  key: (fold: string): string => `key ${fold}`,
  /** Key of a binding that was made when the other column was the key. */
  otherKey: (fold: string): string => `other_key ${fold}`,
  /** Value of the present key column, stored with such a binding. */
  storedKey: (fold: string): string => `stored_key ${fold}`,
}

const identifierOf = (binding: Binding, field: KeyField): string | undefined => {
  const value = field === 'asset_tag' ? binding.assetTag : binding.serialNumber
  return value === null || value === '' ? undefined : foldKey(value)
}

/** True for a binding that was made when the other column was the key. */
const isOfOtherKey = (binding: Binding, key: KeyField): boolean =>
  identifierOf(binding, key) !== binding.keyFold && identifierOf(binding, findOtherKey(key)) === binding.keyFold

/** @param key key column of the sheet */
export function listBindingNames(binding: Binding, key: KeyField): string[] {
  const gear = bindingName.gear(binding.gearId)
  if (!isOfOtherKey(binding, key)) return [gear, bindingName.key(binding.keyFold)]
  const storedKey = identifierOf(binding, key)
  return [
    gear,
    bindingName.otherKey(binding.keyFold),
    ...(storedKey === undefined ? [] : [bindingName.storedKey(storedKey)]),
  ]
}
