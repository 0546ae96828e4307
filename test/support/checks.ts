import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { errorCodes, Problem, type Fault } from '../../contract/errors.ts'
import { buildOpenApi } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operation.ts'
import { apiPlane, settingsPlane, type Plane } from '../../contract/planes.ts'

export interface RawReply {
  status: number
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  text: string
}

const ALLOWED_HEADERS = new Set([
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'allow',
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'date',
  'etag',
  'idempotent-replayed',
  'keep-alive',
  'kitroom-epoch',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'request-id',
  'retry-after',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
  'www-authenticate',
  'x-content-type-options',
])

/** Text of stack traces, SQL and modules, which no client may see. */
const INTERNALS =
  /node:|\.ts\b|\bat [\w.<>]+ \(|\bSQL|sqlite|\bSELECT\b|\bINSERT INTO\b|constraint failed|no such table|undefined|\[object /i

/** Statuses of the HTTP adapter, which no operation lists. */
const UNLISTED = new Set([400, 404, 405, 408, 414, 417, 431])

type Documented = Record<string, Record<string, { responses: Record<string, unknown> }>>

const planes = [apiPlane, settingsPlane].map((plane) => ({ plane, paths: buildOpenApi(plane)['paths'] as Documented }))
const planeOf = (path: string): { plane: Plane; paths: Documented } | undefined =>
  planes.find(({ plane }) => path.startsWith(`${plane.base}/`))

function operationOf(method: string, path: string): Operation | undefined {
  const pathname = path.split('?')[0] ?? ''
  const plane = planeOf(pathname)?.plane
  if (!plane) return undefined
  const parts = pathname.slice(plane.base.length).split('/')
  const operationMethod = method === 'HEAD' ? 'GET' : method
  return plane.operations.find((operation) => {
    const operationParts = operation.path.split('/')
    return (
      operation.method === operationMethod &&
      operationParts.length === parts.length &&
      operationParts.every((part, index) => (part === '{id}' ? parts[index] !== '' : part === parts[index]))
    )
  })
}

function checkHeaders(method: string, reply: RawReply, isStreamed: boolean): void {
  const { headers, status } = reply
  expect(
    Object.keys(headers).filter((name) => !ALLOWED_HEADERS.has(name)),
    'unexpected headers',
  ).toEqual([])
  expect(headers['request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers['cache-control']).toBeDefined()
  if (status === 304 || status === 204) {
    expect(reply.text).toBe('')
    expect(headers['content-type']).toBeUndefined()
  } else if (headers['transfer-encoding'] === undefined && !isStreamed)
    expect(headers['content-length']).toMatch(/^\d+$/)
  if (method === 'HEAD') expect(reply.text).toBe('')
  if (status === 401) expect(headers['www-authenticate']).toMatch(/^Bearer realm="studio"/)
  if (status === 405) expect(headers['allow']).toBeDefined()
  if (status === 503) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
}

/** Each fault must be reported once, in the server's words instead of the validator's. */
function checkFaults(faults: readonly Fault[]): void {
  expect(faults.length).toBeLessThanOrEqual(100)
  const locations = faults
    .filter(({ code }) => code !== 'unknown_field')
    .map(({ pointer, parameter, header }) => pointer ?? parameter ?? header)
  expect(new Set(locations).size, `one fault per location in ${JSON.stringify(faults)}`).toBe(locations.length)
  for (const { detail } of faults)
    expect(detail, 'not the text of the validator').not.toMatch(
      /^Invalid |^Too |^Unrecognized|expected |must match pattern/,
    )
}

/** Titles of `invalid_api_key` for a key of the other plane. */
const WRONG_PLANE = ['An owner key does not open the API', 'An API key does not open the account settings']

function checkProblem(reply: RawReply): void {
  expect(reply.headers['content-type']).toBe('application/problem+json')
  expect(reply.text).not.toMatch(INTERNALS)
  const problem = Problem.parse(JSON.parse(reply.text))
  expect(problem.status).toBe(reply.status)
  expect(errorCodes[problem.code].status).toBe(reply.status)
  expect([errorCodes[problem.code].title, ...(problem.code === 'invalid_api_key' ? WRONG_PLANE : [])]).toContain(
    problem.title,
  )
  if (reply.headers['idempotent-replayed'] === undefined) expect(problem.request_id).toBe(reply.headers['request-id'])
  expect(problem.instance).toBe(`urn:uuid:${problem.request_id}`)
  checkFaults(problem.errors ?? [])
  for (const fault of problem.errors ?? []) {
    const locations = [fault.pointer, fault.parameter, fault.header].filter((location) => location !== undefined)
    expect(locations, `one location for ${JSON.stringify(fault)}`).toHaveLength(1)
  }
}

function checkBody(operation: Operation, reply: RawReply): void {
  expect(reply.status).toBe(operation.reply.status)
  const { media } = operation.reply
  if (media) {
    expect(media).toContain(reply.headers['content-type']?.split(';')[0])
    return
  }
  expect(reply.headers['content-type']).toBe('application/json')
  const body: unknown = JSON.parse(reply.text)
  const result = operation.reply.body.safeParse(body)
  if (!result.success) throw new Error(`the reply of ${operation.id} violates its contract: ${result.error.message}`)
  if (!isDeepStrictEqual(result.data, body))
    expect(body, 'parsing by the contract must not change the reply').toEqual(result.data)
}

/** Checks the rules for every reply: its headers, and its body by the contract or as a problem. */
export function checkReply(method: string, path: string, reply: RawReply): void {
  const { status } = reply
  const operation = operationOf(method, path)
  checkHeaders(method, reply, operation?.reply.media !== undefined && status === operation.reply.status)
  if (operation && !UNLISTED.has(status)) {
    const listedStatuses = Object.keys(
      planeOf(path)?.paths[operation.path]?.[operation.method.toLowerCase()]?.responses ?? {},
    )
    expect(listedStatuses, `${operation.id} must list ${status}`).toContain(String(status))
  }
  if (method === 'HEAD' || status === 304 || status === 204) return
  if (status >= 400) checkProblem(reply)
  else if (operation) checkBody(operation, reply)
}
