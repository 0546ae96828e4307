import { describeFault } from '../../../contract/faultReasons.ts'
import { describeChoice } from '../../../contract/describeIssue.ts'
import { z } from 'zod'
import type { Fault } from '../../../contract/errors.ts'
import { GearPatch, GearUpdates, newGearByType, type NewGear } from '../../../contract/api/gear.ts'
import {
  gearTypes,
  ownFields,
  requiredFields,
  typesWithField,
  writableFields,
  type GearType,
} from '../../../contract/api/gearFields.ts'
import { isBuiltIn } from '../categories/categories.ts'
import { toFaults, toJsonPointer } from '../../http/faults.ts'
import {
  createValidationError,
  isObject,
  notAnObject,
  trimUnknownMembers,
  withoutNulls,
  type FieldValues,
} from '../../http/recordBody.ts'

const isGearType = (value: unknown): value is GearType => gearTypes.includes(value as GearType)

function toForeignFieldFault(fault: Fault, field: string, type: GearType | undefined): Fault {
  const owners = typesWithField(field)
  if (owners.length === 0) return fault
  return {
    ...fault,
    ...(type
      ? describeFault('other_gear_type', { gear_type: type, gear_types: owners })
      : describeFault('field_of_gear_types', { gear_types: owners })),
  }
}

const findLastSegment = (fault: Fault): string => decodeURIComponent(fault.pointer?.split('/').at(-1) ?? '')

const explainForeignFields = (faults: Fault[], type: GearType | undefined): Fault[] =>
  faults.map((fault) =>
    fault.code === 'unknown_field' ? toForeignFieldFault(fault, findLastSegment(fault), type) : fault,
  )

/**
 * Finds faults between fields: the shortest focal length must not exceed the longest.
 * @param given the client's values; the fault points to one of them
 */
export function findCrossFieldFaults(
  values: FieldValues,
  base: readonly string[],
  given: FieldValues = values,
): Fault[] {
  const { focal_length_min_mm: min, focal_length_max_mm: max } = values
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return []
  if ('focal_length_max_mm' in given)
    return [
      {
        pointer: toJsonPointer([...base, 'focal_length_max_mm']),
        ...describeFault('below_other_field', { other_field: 'focal_length_min_mm', other_number: min }),
      },
    ]
  return [
    {
      pointer: toJsonPointer([...base, 'focal_length_min_mm']),
      ...describeFault('above_other_field', { other_field: 'focal_length_max_mm', other_number: max }),
    },
  ]
}

/** Checks fields of every type individually, because there is no valid type. */
const anyType = z.strictObject({ ...requiredFields, ...GearUpdates.omit({ brand: true, model: true }).shape })

const anyNewGear = anyType.extend({ gear_type: z.unknown() })

function findFaultsWithoutType(body: FieldValues): Fault[] {
  const { gear_type: given, ...fields } = body
  const isMissing = given === undefined || given === null
  const typeFault: Fault = {
    pointer: '#/gear_type',
    ...(isMissing ? describeFault('required', {}) : describeChoice(gearTypes, given)),
    allowed: [...gearTypes],
  }
  const rest = withoutNulls(fields, anyType.shape)
  const result = anyType.safeParse(rest)
  return [typeFault, ...(result.success ? [] : toFaults(result.error, rest))]
}

/** Fields of a body which only the account's definitions can check, and what is known of the other fields. */
interface UncheckedFields {
  /** The member `fields`; `undefined` if the body has none. */
  fields: unknown
  /** A category that is not built in; `undefined` if the body has none. */
  category: unknown
  /** Faults of the other fields. Without unchecked fields there are none, since the body is refused at once. */
  faults: readonly Fault[]
  /** Number of faults that are counted only. */
  omitted: number
}

export interface CheckedNewGear extends UncheckedFields {
  gearType: GearType | undefined
  /** Valid if there are no faults. */
  body: NewGear
}

/** Removes the own fields. In a POST body, `null` counts as omitted. */
function takeFields(body: FieldValues, isNew: boolean): { rest: FieldValues; fields: unknown } {
  if (!Object.hasOwn(body, 'fields')) return { rest: body, fields: undefined }
  const { fields, ...rest } = body
  return { rest, fields: isNew && fields === null ? undefined : fields }
}

/** Removes a category that is not built in, unless the type cannot have one. */
function takeCategory(body: FieldValues, type: GearType | undefined): { rest: FieldValues; category: unknown } {
  const { category, ...rest } = body
  const isUnchecked = (category ?? undefined) !== undefined && !isBuiltIn(category)
  return isUnchecked && (type === undefined || type === 'accessory')
    ? { rest, category }
    : { rest: body, category: undefined }
}

const withCategory = <Body extends object>(body: Body, category: unknown): Body =>
  category === undefined ? body : { ...body, category }

/** @throws AppError validation_failed with every fault */
function refuseIfChecked({ fields, category, faults, omitted }: UncheckedFields): void {
  if (fields === undefined && category === undefined && faults.length > 0) throw createValidationError(faults, omitted)
}

/** @throws AppError validation_failed with every fault, unless the account's definitions may find more */
export function checkNewGear(body: unknown): CheckedNewGear {
  const { body: trimmed, omitted } = trimUnknownMembers(body, anyNewGear)
  if (!isObject(trimmed)) throw notAnObject()
  const { rest: all, fields } = takeFields(trimmed, true)
  const type = all['gear_type']
  const { rest, category } = takeCategory(all, isGearType(type) ? type : undefined)
  if (!isGearType(type)) {
    const faults = findFaultsWithoutType(rest)
    const checked = { gearType: undefined, body: rest as NewGear, fields, category, faults, omitted }
    refuseIfChecked(checked)
    return checked
  }
  const given = rest['brand'] === null || rest['model'] === null ? withoutNulls(rest, requiredFields) : rest
  const result = newGearByType[type].safeParse(given)
  const faults = result.success ? [] : explainForeignFields(toFaults(result.error, given), type)
  if (type === 'lens') faults.push(...findCrossFieldFaults(given, []))
  const valid = withCategory(result.success ? result.data : (given as NewGear), category)
  const checked = { gearType: type, body: valid, fields, category, faults, omitted }
  refuseIfChecked(checked)
  return checked
}

export interface CheckedPatch extends UncheckedFields {
  gearType: GearType | undefined
  /** The fields but own ones. */
  updates: FieldValues
}

const envelope = z.strictObject({ gear_type: z.enum(gearTypes).optional(), updates: z.record(z.string(), z.unknown()) })

/** Finds fields of several types, if neither body nor record gives the type. */
function findMixedTypeFaults(updates: FieldValues): Fault[] {
  const typeFields = Object.keys(updates).filter((field) => typesWithField(field).length > 0)
  if (typeFields.length === 0 || gearTypes.some((type) => typeFields.every((field) => field in ownFields[type])))
    return []
  return typeFields.map((field) =>
    toForeignFieldFault(
      { pointer: toJsonPointer(['updates', field]), ...describeFault('unknown_field', {}) },
      field,
      undefined,
    ),
  )
}

export const findForeignFieldFaults = (updates: FieldValues, type: GearType): Fault[] =>
  Object.keys(updates)
    .filter((field) => typesWithField(field).length > 0 && !(field in ownFields[type]))
    .map((field) =>
      toForeignFieldFault(
        { pointer: toJsonPointer(['updates', field]), ...describeFault('unknown_field', {}) },
        field,
        type,
      ),
    )

/**
 * Checks a PATCH body without the stored record.
 * @throws AppError validation_failed with every fault, unless the account's definitions may find more
 */
export function checkGearPatch(body: unknown): CheckedPatch {
  const { body: trimmed, omitted } = trimUnknownMembers(body, GearPatch)
  if (!isObject(trimmed)) throw notAnObject()
  const envelopeResult = envelope.safeParse(trimmed)
  const faults = envelopeResult.success ? [] : toFaults(envelopeResult.error, trimmed)
  const type = isGearType(trimmed['gear_type']) ? trimmed['gear_type'] : undefined
  if (!isObject(trimmed['updates'])) throw createValidationError(faults, omitted)
  const { rest: given, fields } = takeFields(trimmed['updates'], false)
  if (fields === undefined && Object.keys(given).length === 0)
    faults.push({
      pointer: '#/updates',
      ...describeFault('empty_updates', {}),
      allowed: writableFields(type ?? 'camera'),
    })
  const { rest, category } = takeCategory(given, type)
  const result = GearUpdates.safeParse(rest)
  if (!result.success) faults.push(...toFaults(result.error, rest, ['updates']))
  faults.push(...(type ? findForeignFieldFaults(given, type) : findMixedTypeFaults(given)))
  if (type === undefined || type === 'lens') faults.push(...findCrossFieldFaults(given, ['updates']))
  const updates = withCategory<FieldValues>(result.success ? result.data : given, category)
  const checked = { gearType: type, updates, fields, category, faults, omitted }
  refuseIfChecked(checked)
  return checked
}
