import { appliesTo, MAX_FIELDS_PER_TYPE } from '../../../contract/api/customFields.ts'
import type { CustomFieldValue, CustomFieldValues } from '../../../contract/api/customFieldValues.ts'
import type { GearType } from '../../../contract/api/gearFields.ts'
import type { Fault } from '../../../contract/errors.ts'
import { describeFault, type DescribedFault } from '../../../contract/faultReasons.ts'
import { toFaults, toJsonPointer } from '../../http/faults.ts'
import { isObject } from '../../http/recordBody.ts'
import { schemaOf, shapeOf, type Definitions } from './definitions.ts'

/** Changes of an item's own fields, by name; `null` clears. */
export type FieldChangesOfItem = Readonly<Record<string, CustomFieldValue | null>>

interface CheckedValues {
  changes: FieldChangesOfItem
  faults: Fault[]
}

function findDefinitionFault(
  definitions: Definitions,
  name: string,
  type: GearType | undefined,
): DescribedFault | undefined {
  const field = definitions.get(name)
  if (!field) return describeFault('unknown_field', {})
  if (field.state === 'ending') return describeFault('field_being_deleted', {})
  if (type === undefined || field.gear_type === null || appliesTo(field, type)) return undefined
  return describeFault('other_gear_type', { gear_type: type, gear_types: [field.gear_type] })
}

/**
 * Checks the own fields of a body by the account's definitions. All faults are found.
 * @param given the member `fields`; `undefined` if the body has none
 * @param type type of the item; `undefined` while it is not known
 * @param base path of the member in the body
 */
export function checkFieldValues(
  definitions: Definitions,
  given: unknown,
  type: GearType | undefined,
  base: readonly string[],
): CheckedValues {
  if (given === undefined) return { changes: {}, faults: [] }
  if (!isObject(given))
    return {
      changes: {},
      faults: [{ pointer: toJsonPointer(base), ...describeFault('wrong_type', { expected: 'object' }) }],
    }
  const names = Object.keys(given)
  if (names.length > MAX_FIELDS_PER_TYPE)
    return {
      changes: {},
      faults: [{ pointer: toJsonPointer(base), ...describeFault('too_many_entries', { max: MAX_FIELDS_PER_TYPE }) }],
    }
  const result = shapeOf(definitions, type).safeParse(given)
  if (result.success) return { changes: result.data, faults: [] }
  const faults = toFaults(result.error, given, base).map((fault): Fault => {
    if (fault.code !== 'unknown_field') return fault
    const name = names.find((one) => toJsonPointer([...base, one]) === fault.pointer) ?? ''
    return { ...fault, ...findDefinitionFault(definitions, name, type) }
  })
  return { changes: {}, faults }
}

/** Keeps the values of an earlier record that today's definitions allow. */
export const keepValidValues = (
  definitions: Definitions,
  values: CustomFieldValues,
  type: GearType,
): Record<string, CustomFieldValue> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = definitions.get(name)
      return (
        field && findDefinitionFault(definitions, name, type) === undefined && schemaOf(field).safeParse(value).success
      )
    }),
  )
