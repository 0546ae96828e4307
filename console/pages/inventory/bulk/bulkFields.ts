import { gearTypes, type GearType } from '../../../../contract/api/gearFields.ts'
import { allFieldsOf, type FieldInfo } from '../fields.ts'

/** Fields that identify one item. */
const IDENTIFYING = new Set(['asset_tag', 'serial_number'])
/** What is edited most often comes first. */
const FIRST = ['status', 'condition', 'storage_location', 'notes']

const rankOf = ({ name }: FieldInfo): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)

/** Fields that all of the types have. @param types undefined: any */
export function findSharedFields(types: readonly GearType[] = gearTypes): FieldInfo[] {
  const [first, ...others] = types.map(allFieldsOf)
  const isShared = ({ name }: FieldInfo): boolean =>
    others.every((fields) => fields.some((field) => field.name === name))
  return (first ?? [])
    .filter((field) => !IDENTIFYING.has(field.name) && isShared(field))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
}
