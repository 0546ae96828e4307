import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { errorCodes, Problem, type Fault } from '../../contract/errors.ts'
import { buildOpenApi } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operation.ts'
import { apiPlane, settingsPlane, type Plane } from '../../contract/planes.ts'
import { expectEqual, expectMatch, expectNoMatch } from './quickExpect.ts'

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
/** By path and method. */
type ListedStatuses = Record<string, string[]>

const planes: readonly Plane[] = [apiPlane, settingsPlane]
const planeOf = (path: string): Plane | undefined => planes.find(({ base }) => path.startsWith(`${base}/`))
const keyOf = (plane: Plane, path: string, method: string): string => `${method.toUpperCase()} ${plane.base}${path}`

const buildListedStatuses = (): ListedStatuses =>
  Object.fromEntries(
    planes.flatMap((plane) =>
      Object.entries(buildOpenApi(plane)['paths'] as Documented).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { responses }]) => [
          keyOf(plane, path, method),
          Object.keys(responses ?? {}),
        ]),
      ),
    ),
  )

/**
 * The first process of a run writes them for the others: to build the documents takes as long as hundreds of requests.
 */
function loadListedStatuses(): ListedStatuses {
  const folder = process.env['KITROOM_TEST_RUN_FOLDER']
  if (folder === undefined) return buildListedStatuses()
  const file = join(folder, 'listedStatuses.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ListedStatuses
  const statuses = buildListedStatuses()
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(statuses))
  renameSync(`${file}.${process.pid}`, file)
  return statuses
}

let listedStatuses: ListedStatuses | undefined

function operationOf(method: string, path: string): Operation | undefined {
  const pathname = path.split('?')[0] ?? ''
  const plane = planeOf(pathname)
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
  const unexpectedHeaders = Object.keys(headers).filter((name) => !ALLOWED_HEADERS.has(name))
  expectEqual(unexpectedHeaders.join(), '', 'unexpected headers')
  expectMatch(headers['request-id'], /^[0-9a-f-]{36}$/, 'request-id')
  expectEqual(headers['x-content-type-options'], 'nosniff')
  expectEqual(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
  expectEqual(headers['cache-control'] === undefined, false, 'no cache-control')
  if (status === 304 || status === 204) {
    expectEqual(reply.text, '', `a body with ${status}`)
    expectEqual(headers['content-type'], undefined, `content-type with ${status}`)
  } else if (headers['transfer-encoding'] === undefined && !isStreamed)
    expectMatch(headers['content-length'], /^\d+$/, 'content-length')
  if (method === 'HEAD') expectEqual(reply.text, '', 'a body of HEAD')
  if (status === 401) expectMatch(headers['www-authenticate'], /^Bearer realm="studio"/)
  if (status === 405) expectEqual(headers['allow'] === undefined, false, 'no allow')
  if (status === 503) expectMatch(headers['retry-after'], /^[1-9]\d*$/, 'retry-after')
}

/** Each fault must be reported once, in the server's words instead of the validator's. */
function checkFaults(faults: readonly Fault[]): void {
  if (faults.length > 100) expect(faults.length).toBeLessThanOrEqual(100)
  const locations = faults
    .filter(({ code }) => code !== 'unknown_field')
    .map(({ pointer, parameter, header }) => pointer ?? parameter ?? header)
  expectEqual(new Set(locations).size, locations.length, 'one fault per location')
  for (const { detail } of faults)
    expectNoMatch(detail, /^Invalid |^Too |^Unrecognized|expected |must match pattern/, 'not the text of the validator')
}

/** Titles of `invalid_api_key` for a key of the other plane. */
const WRONG_PLANE = ['An owner key does not open the API', 'An API key does not open the account settings']

function checkProblem(reply: RawReply): void {
  expectEqual(reply.headers['content-type'], 'application/problem+json')
  expectNoMatch(reply.text, INTERNALS, 'no internals')
  const problem = Problem.parse(JSON.parse(reply.text))
  expectEqual(problem.status, reply.status, 'the status in the body')
  expectEqual(errorCodes[problem.code].status, reply.status, `the status of ${problem.code}`)
  const isWrongPlane = problem.code === 'invalid_api_key' && WRONG_PLANE.includes(problem.title)
  if (!isWrongPlane) expectEqual(problem.title, errorCodes[problem.code].title)
  if (reply.headers['idempotent-replayed'] === undefined)
    expectEqual(problem.request_id, reply.headers['request-id'], 'request_id')
  expectEqual(problem.instance, `urn:uuid:${problem.request_id}`)
  checkFaults(problem.errors ?? [])
  for (const fault of problem.errors ?? []) {
    const locations = [fault.pointer, fault.parameter, fault.header].filter((location) => location !== undefined)
    expectEqual(locations.length, 1, `one location for ${fault.code}`)
  }
}

function checkBody(operation: Operation, reply: RawReply): void {
  expectEqual(reply.status, operation.reply.status)
  const { media } = operation.reply
  if (media) {
    const type = reply.headers['content-type']?.split(';')[0] ?? ''
    if (!media.some((one) => one === type)) expect(media).toContain(type)
    return
  }
  expectEqual(reply.headers['content-type'], 'application/json')
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
    const plane = planeOf(path)
    listedStatuses ??= loadListedStatuses()
    const listed = plane && listedStatuses[keyOf(plane, operation.path, operation.method)]
    if (!listed?.includes(String(status)))
      expect(listed, `${operation.id} must list ${status}`).toContain(String(status))
  }
  if (method === 'HEAD' || status === 304 || status === 204) return
  if (status >= 400) checkProblem(reply)
  else if (operation) checkBody(operation, reply)
}
