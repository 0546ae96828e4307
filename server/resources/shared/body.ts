import { z } from 'zod'
import type { Fault } from '../../../contract/errors.ts'
import { faultsOf } from '../../http/faults.ts'
import { AppError } from '../../http/problem.ts'

export type Values = Record<string, unknown>

/** Refuses with all faults at once. */
export const invalid = (faults: Fault[]): AppError =>
  new AppError(
    'validation_failed',
    faults.length === 1 ? 'One field is not valid: see errors.' : `${faults.length} fields are not valid: see errors.`,
    { faults },
  )

export const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Leaves out the `null`s of these fields: on POST `null` is as if left out. */
export const withoutNulls = (body: Values, known: Values): Values =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !Object.hasOwn(known, name)))

type MoreFaults = (given: Values) => Fault[]

const notAnObject = (): AppError => invalid([{ pointer: '#', code: 'invalid_type', detail: 'must be an object' }])

/**
 * Checks the body of a POST.
 * @param more faults between fields, told of the body as it was sent without its `null`s
 * @throws AppError validation_failed with every fault
 */
export function checkNew<T extends z.ZodObject>(body: unknown, schema: T, more: MoreFaults = () => []): z.output<T> {
  if (!isObject(body)) throw notAnObject()
  const given = withoutNulls(body, schema.shape)
  const result = schema.safeParse(given)
  const faults = [...(result.success ? [] : faultsOf(result.error, given)), ...more(given)]
  if (faults.length > 0 || !result.success) throw invalid(faults)
  return result.data
}

const envelope = z.strictObject({ updates: z.record(z.string(), z.unknown()) })

/**
 * Checks the body of a PATCH: `{updates}` with at least one field, each for itself.
 * @param more faults between fields, told of `updates` as they were sent
 * @throws AppError validation_failed with every fault
 */
export function checkUpdates<T extends z.ZodObject>(body: unknown, schema: T, more: MoreFaults = () => []): z.output<T> {
  if (!isObject(body)) throw notAnObject()
  const outer = envelope.safeParse(body)
  const faults = outer.success ? [] : faultsOf(outer.error, body)
  const given = body['updates']
  if (!isObject(given)) throw invalid(faults)
  if (Object.keys(given).length === 0)
    faults.push({ pointer: '#/updates', code: 'empty_updates', detail: 'must name at least one field', allowed: Object.keys(schema.shape) })
  const result = schema.safeParse(given)
  if (!result.success) faults.push(...faultsOf(result.error, given, ['updates']))
  faults.push(...more(given))
  if (faults.length > 0 || !result.success) throw invalid(faults)
  return result.data
}
