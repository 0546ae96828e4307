import { z } from 'zod'
import { MAX_FAULTS, type Fault } from '../../contract/errors.ts'
import { toFaults, limitFaults } from './faults.ts'
import { describeFault } from '../../contract/faultReasons.ts'
import { createError, type AppError } from '../errors.ts'

export type FieldValues = Record<string, unknown>

/** @param omitted unknown members removed by {@link trimUnknownMembers} */
export function createValidationError(faults: readonly Fault[], omitted = 0): AppError {
  const listed = limitFaults(faults, omitted)
  const values = { fields_count: listed.total }
  return listed.faultsOmitted > 0
    ? createError('many_fields_invalid', { ...values, max: MAX_FAULTS }, listed)
    : createError('fields_invalid', values, listed)
}

export const isObject = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** In a POST body, a field with `null` counts as omitted. */
export const withoutNulls = (body: FieldValues, known: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !Object.hasOwn(known, name)))

export interface TrimmedBody {
  body: unknown
  omitted: number
}

/** Removes unknown members beyond the first hundred, before any work is done for each of them. */
function trimMembers(body: FieldValues, known: FieldValues): { body: FieldValues; omitted: number } {
  const names = Object.keys(body)
  if (names.length <= MAX_FAULTS) return { body, omitted: 0 }
  const result: FieldValues = {}
  let unknown = 0
  for (const name of names) if (Object.hasOwn(known, name) || ++unknown <= MAX_FAULTS) result[name] = body[name]
  return { body: result, omitted: Math.max(0, unknown - MAX_FAULTS) }
}

/** Removes excess unknown members from a body and its known objects, which bounds the work of validation. */
export function trimUnknownMembers(body: unknown, schema: unknown): TrimmedBody {
  if (!isObject(body) || !(schema instanceof z.ZodObject)) return { body, omitted: 0 }
  const trimmed = trimMembers(body, schema.shape)
  for (const [name, inner] of Object.entries(trimmed.body)) {
    if (!isObject(inner)) continue
    const trimmedMember = trimUnknownMembers(inner, Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined)
    if (trimmedMember.omitted > 0) trimmed.body = { ...trimmed.body, [name]: trimmedMember.body }
    trimmed.omitted += trimmedMember.omitted
  }
  return trimmed
}

type CrossFieldFaults = (given: FieldValues) => Fault[]

export const notAnObject = (): AppError =>
  createValidationError([{ pointer: '#', ...describeFault('wrong_type', { expected: 'object' }) }])

/**
 * Validates the body of a POST.
 * @param more faults between fields of the body without nulls
 * @throws AppError validation_failed with every fault
 */
export function checkNewBody<T extends z.ZodObject>(
  body: unknown,
  schema: T,
  more: CrossFieldFaults = () => [],
): z.output<T> {
  const { body: trimmed, omitted } = trimUnknownMembers(body, schema)
  if (!isObject(trimmed)) throw notAnObject()
  const given = withoutNulls(trimmed, schema.shape)
  const result = schema.safeParse(given)
  const faults = [...(result.success ? [] : toFaults(result.error, given)), ...more(given)]
  if (faults.length > 0 || !result.success) throw createValidationError(faults, omitted)
  return result.data
}

const envelope = z.strictObject({ updates: z.record(z.string(), z.unknown()) })

/**
 * Validates the body of a PATCH: `{updates}` with at least one field. @param more faults
 * between fields of `updates` @throws AppError validation_failed with every fault
 */
export function checkPatchBody<T extends z.ZodObject>(
  body: unknown,
  schema: T,
  more: CrossFieldFaults = () => [],
): z.output<T> {
  const { body: trimmed, omitted } = trimUnknownMembers(body, envelope.extend({ updates: schema }))
  if (!isObject(trimmed)) throw notAnObject()
  const envelopeResult = envelope.safeParse(trimmed)
  const faults = envelopeResult.success ? [] : toFaults(envelopeResult.error, trimmed)
  const given = trimmed['updates']
  if (!isObject(given)) throw createValidationError(faults, omitted)
  if (Object.keys(given).length === 0)
    faults.push({
      pointer: '#/updates',
      ...describeFault('empty_updates', {}),
      allowed: Object.keys(schema.shape),
    })
  const result = schema.safeParse(given)
  if (!result.success) faults.push(...toFaults(result.error, given, ['updates']))
  faults.push(...more(given))
  if (faults.length > 0 || !result.success) throw createValidationError(faults, omitted)
  return result.data
}
