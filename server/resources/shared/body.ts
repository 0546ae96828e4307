import { z } from 'zod'
import { MAX_FAULTS, type Fault } from '../../../contract/errors.ts'
import { faultsOf, listFaults } from '../../http/faults.ts'
import { AppError } from '../../errors.ts'

export type Values = Record<string, unknown>

/** @param omitted unknown members removed by {@link trimUnknown} */
export function invalid(faults: readonly Fault[], omitted = 0): AppError {
  const listed = listFaults(faults, omitted)
  const count = listed.total === 1 ? 'One field is not valid' : `${listed.total} fields are not valid`
  return new AppError('validation_failed', `${count}: see errors${listed.faultsOmitted > 0 ? ` for the first ${MAX_FAULTS}` : ''}.`, listed)
}

export const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** In a POST body, a field with `null` counts as omitted. */
export const withoutNulls = (body: Values, known: Values): Values =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !Object.hasOwn(known, name)))

export interface Trimmed {
  body: unknown
  omitted: number
}

/** Removes unknown members beyond the first hundred, before any work is done for each of them. */
function trimMembers(body: Values, known: Values): { body: Values; omitted: number } {
  const names = Object.keys(body)
  if (names.length <= MAX_FAULTS) return { body, omitted: 0 }
  const result: Values = {}
  let unknown = 0
  for (const name of names) if (Object.hasOwn(known, name) || ++unknown <= MAX_FAULTS) result[name] = body[name]
  return { body: result, omitted: Math.max(0, unknown - MAX_FAULTS) }
}

/** Removes excess unknown members from a body and its known objects, which bounds the work of validation. */
export function trimUnknown(body: unknown, schema: unknown): Trimmed {
  if (!isObject(body) || !(schema instanceof z.ZodObject)) return { body, omitted: 0 }
  const trimmed = trimMembers(body, schema.shape)
  for (const [name, inner] of Object.entries(trimmed.body)) {
    if (!isObject(inner)) continue
    const trimmedMember = trimUnknown(inner, Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined)
    if (trimmedMember.omitted > 0) trimmed.body = { ...trimmed.body, [name]: trimmedMember.body }
    trimmed.omitted += trimmedMember.omitted
  }
  return trimmed
}

type CrossFieldFaults = (given: Values) => Fault[]

const notAnObject = (): AppError => invalid([{ pointer: '#', code: 'invalid_type', detail: 'must be an object' }])

/** Validates the body of a POST. @param more faults between fields of the body without nulls @throws AppError validation_failed with every fault */
export function checkNew<T extends z.ZodObject>(body: unknown, schema: T, more: CrossFieldFaults = () => []): z.output<T> {
  const { body: trimmed, omitted } = trimUnknown(body, schema)
  if (!isObject(trimmed)) throw notAnObject()
  const given = withoutNulls(trimmed, schema.shape)
  const result = schema.safeParse(given)
  const faults = [...(result.success ? [] : faultsOf(result.error, given)), ...more(given)]
  if (faults.length > 0 || !result.success) throw invalid(faults, omitted)
  return result.data
}

const envelope = z.strictObject({ updates: z.record(z.string(), z.unknown()) })

/**
 * Validates the body of a PATCH: `{updates}` with at least one field. @param more faults
 * between fields of `updates` @throws AppError validation_failed with every fault
 */
export function checkUpdates<T extends z.ZodObject>(body: unknown, schema: T, more: CrossFieldFaults = () => []): z.output<T> {
  const { body: trimmed, omitted } = trimUnknown(body, envelope.extend({ updates: schema }))
  if (!isObject(trimmed)) throw notAnObject()
  const envelopeResult = envelope.safeParse(trimmed)
  const faults = envelopeResult.success ? [] : faultsOf(envelopeResult.error, trimmed)
  const given = trimmed['updates']
  if (!isObject(given)) throw invalid(faults, omitted)
  if (Object.keys(given).length === 0)
    faults.push({ pointer: '#/updates', code: 'empty_updates', detail: 'must name at least one field', allowed: Object.keys(schema.shape) })
  const result = schema.safeParse(given)
  if (!result.success) faults.push(...faultsOf(result.error, given, ['updates']))
  faults.push(...more(given))
  if (faults.length > 0 || !result.success) throw invalid(faults, omitted)
  return result.data
}
