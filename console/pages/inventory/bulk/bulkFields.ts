import type { CustomField } from '../../../../contract/api/customFields.ts'
import { gearTypes, type GearType } from '../../../../contract/api/gearFields.ts'
import { allFieldsOf, type FieldInfo } from '../fields.ts'

/** Fields that identify one item. */
const IDENTIFYING = new Set(['asset_tag', 'serial_number'])
/** Fields that are edited most often come first. */
const FIRST = ['status', 'condition', 'storage_location', 'notes']

const rankOf = ({ name }: FieldInfo): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)

/** Finds the fields that all types have, own ones too. @param types undefined for any */
export function findSharedFields(
  types: readonly GearType[] = gearTypes,
  customFields: readonly CustomField[] = [],
): FieldInfo[] {
  const shareable = customFields.filter(({ unique }) => !unique)
  const [first, ...others] = types.map((type) => allFieldsOf(type, shareable))
  const isShared = ({ name }: FieldInfo): boolean =>
    others.every((fields) => fields.some((field) => field.name === name))
  return (first ?? [])
    .filter((field) => !IDENTIFYING.has(field.name) && isShared(field))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
}
