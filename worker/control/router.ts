import { z } from 'zod'
import { CONTROL_BASE } from '../../contract/control/control.ts'
import { describeIssue } from '../../contract/describeIssue.ts'
import type { Fault } from '../../contract/errors.ts'
import { describeFault } from '../../contract/faultReasons.ts'
import type { Input, Operation } from '../../contract/operation.ts'
import { createPathTable, type PathMatch, type PathParams } from '../../platform/http/pathTemplate.ts'
import { createWorkerError } from '../context/errors.ts'
import type { Route } from './route.ts'

export function createRouter(routes: readonly Route[]): (method: string, path: string) => PathMatch<Route> | undefined {
  const find = createPathTable(routes, ({ operation }) => CONTROL_BASE + operation.path)
  return (method, path) => find(path, ({ operation }) => operation.method === method)
}

/** Maximum number of faults in a message. Other faults are only counted. */
const MAX_FAULTS = 20

type Place = 'body' | 'parameters'

/** @returns the location of a value, of the body a JSON Pointer fragment (RFC 6901 section 6) */
function locate(place: Place, path: readonly PropertyKey[]): Pick<Fault, 'parameter' | 'pointer'> {
  const names = path.map((part) => String(part).slice(0, 100).toWellFormed())
  if (place === 'parameters') return { parameter: names.join('.') }
  const parts = names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
  return { pointer: `#${parts.join('')}` }
}

interface NamedFault {
  /** A sentence with the name of the value. */
  sentence: string
  fault: Fault
}

const findFaults = ({ issues }: z.ZodError, value: unknown, place: Place): NamedFault[] =>
  issues.flatMap((issue): NamedFault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        sentence: `${key.slice(0, 100)} is not known here`,
        fault: { ...locate(place, [...issue.path, key]), ...describeFault('unknown_field', {}) },
      }))
    const described = describeIssue(issue, value)
    const sentence = `${issue.path.join('.') || 'request'} ${described.detail}`
    return [{ sentence, fault: { ...locate(place, issue.path), ...described } }]
  })

function parseInput(schema: z.ZodType, value: unknown, place: Place): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const found = findFaults(result.error, value, place)
  const listed = found.slice(0, MAX_FAULTS)
  const more = found.length > MAX_FAULTS ? `; and ${found.length - MAX_FAULTS} more` : ''
  throw createWorkerError(
    'control_input_invalid',
    {},
    { detail: listed.map(({ sentence }) => sentence).join('; ') + more, faults: listed.map(({ fault }) => fault) },
  )
}

export function readInput(
  operation: Operation,
  params: PathParams,
  query: URLSearchParams,
  body: unknown,
): Input<Operation> {
  return {
    params: parseInput(z.strictObject(operation.params ?? {}), params, 'parameters'),
    query: parseInput(z.strictObject(operation.query ?? {}), Object.fromEntries(query), 'parameters'),
    body: operation.body ? parseInput(operation.body, body, 'body') : undefined,
  } as Input<Operation>
}
