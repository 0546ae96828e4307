import { describeFault } from '../../contract/faultReasons.ts'
import type { z } from 'zod'
import type { Fault } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { createError, type AppError } from '../errors.ts'
import { toFaults, limitFaults } from './faults.ts'

const MAX_PARAMETERS = 50

export const createQueryError = (faults: Fault[]): AppError => {
  const [first] = faults
  const detail = first ? `The query parameter "${first.parameter ?? ''}" ${first.detail}.` : 'The query is not valid.'
  return createError('query_invalid', { parameter: first?.parameter ?? '' }, { ...limitFaults(faults), detail })
}

function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw createError('query_not_utf8', {})
  }
}

function parseParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>()
  const parts = text.split('&').filter(Boolean)
  if (parts.length > MAX_PARAMETERS) throw createError('too_many_parameters', { max: MAX_PARAMETERS })
  for (const part of parts) {
    const equals = part.indexOf('=')
    const name = decodeComponent(equals === -1 ? part : part.slice(0, equals))
    if (parameters.has(name))
      throw createQueryError([{ parameter: name.toWellFormed(), ...describeFault('repeated_parameter', {}) }])
    parameters.set(name, equals === -1 ? '' : decodeComponent(part.slice(equals + 1)))
  }
  return parameters
}

/** Reads the parameters that have a prefix, by their names without it. */
function readMap(
  { prefix, schema }: NonNullable<Operation['queryMap']>,
  parameters: ReadonlyMap<string, string>,
  faults: Fault[],
): Record<string, string> {
  const values: [string, string][] = []
  for (const [name, text] of parameters) {
    if (!name.startsWith(prefix)) continue
    const result = schema.safeParse(text)
    if (result.success) values.push([name.slice(prefix.length), result.data])
    else
      for (const fault of toFaults(result.error, text))
        faults.push({ ...fault, pointer: undefined, parameter: name.slice(0, 100).toWellFormed() })
  }
  return Object.fromEntries(values)
}

/**
 * Parses a query by an operation's schemas. All faults are reported together; no value is clamped.
 * @throws AppError invalid_query
 */
export function readQuery(operation: Operation, text: string): Record<string, unknown> {
  const shape: Readonly<Record<string, z.ZodType>> = operation.query ?? {}
  const parameters = text === '' ? new Map<string, string>() : parseParameters(text)
  const faults: Fault[] = []
  const values: Record<string, unknown> = {}
  const { queryMap } = operation
  if (queryMap) values[queryMap.name] = readMap(queryMap, parameters, faults)
  for (const name of parameters.keys()) {
    if (!Object.hasOwn(shape, name) && !(queryMap && name.startsWith(queryMap.prefix)))
      faults.push({
        parameter: name.slice(0, 100).toWellFormed(),
        ...describeFault('unknown_parameter', {}),
        allowed: Object.keys(shape),
      })
  }
  for (const [name, schema] of Object.entries(shape)) {
    const result = schema.safeParse(parameters.get(name))
    if (result.success) values[name] = result.data
    else
      for (const fault of toFaults(result.error, parameters.get(name)))
        faults.push({ ...fault, pointer: undefined, parameter: name })
  }
  if (faults.length > 0) throw createQueryError(faults)
  return values
}
