import { z } from 'zod'
import { CONTROL_BASE } from '../../contract/control/control.ts'
import { describeIssue } from '../../contract/describeIssue.ts'
import type { Input, Operation } from '../../contract/operation.ts'
import { createPathTable, type PathMatch, type PathParams } from '../../platform/http/pathTemplate.ts'
import { WorkerError } from '../context/errors.ts'
import type { Route } from './route.ts'

export function createRouter(routes: readonly Route[]): (method: string, path: string) => PathMatch<Route> | undefined {
  const find = createPathTable(routes, ({ operation }) => CONTROL_BASE + operation.path)
  return (method, path) => find(path, ({ operation }) => operation.method === method)
}

/** Maximum number of faults in a message. Other faults are only counted. */
const MAX_FAULTS = 20

function faultsOf({ issues }: z.ZodError, value: unknown): string {
  const faults = issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${key.slice(0, 100)} is not known here`)
    return [`${issue.path.join('.') || 'request'} ${describeIssue(issue, value).detail}`]
  })
  const unlistedCount = faults.length - MAX_FAULTS
  return `${faults.slice(0, MAX_FAULTS).join('; ')}${unlistedCount > 0 ? `; and ${unlistedCount} more` : ''}`
}

function parseInput(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new WorkerError('invalid_request', faultsOf(result.error, value))
}

export function readInput(
  operation: Operation,
  params: PathParams,
  query: URLSearchParams,
  body: unknown,
): Input<Operation> {
  return {
    params: parseInput(z.strictObject(operation.params ?? {}), params),
    query: parseInput(z.strictObject(operation.query ?? {}), Object.fromEntries(query)),
    body: operation.body ? parseInput(operation.body, body) : undefined,
  } as Input<Operation>
}
