import { errorCodes, Problem, type ErrorCode } from '../errors.ts'
import type { ApiOperation } from '../operation.ts'
import { codesByStatus, isGeneral } from './codes.ts'
import { linksOf } from './links.ts'
import type { Json, SchemaOf } from './schemas.ts'

const text = (description: string, schema: Json = { type: 'string' }): Json => ({ description, schema })

export const headerComponents: Json = {
  RequestId: {
    required: true,
    ...text('Identifier of this request, for questions and for the audit.', { type: 'string', format: 'uuid' }),
  },
  RateLimit: text('What is left of each limit (r) and in how many seconds there is more (t).'),
  RateLimitPolicy: text('The limits that count this request: so many requests (q) in so many seconds (w).'),
  ETag: text('Tag of what was answered, for If-Match and If-None-Match.'),
  Location: {
    required: true,
    ...text('Path of the record that was made.', { type: 'string', format: 'uri-reference' }),
  },
  IdempotentReplayed: text('The answer was given before, to the same Idempotency-Key.', {
    type: 'string',
    const: 'true',
  }),
  RetryAfter: {
    required: true,
    ...text('Seconds to wait before another attempt.', { type: 'string', pattern: '^[0-9]+$' }),
  },
  WwwAuthenticate: { required: true, ...text('What is wrong with the key, in the words of RFC 6750 section 3.') },
}

const ref = (name: keyof typeof headerComponents): Json => ({ $ref: `#/components/headers/${name}` })
const commonHeaders = { 'Request-Id': ref('RequestId') }
const rateLimitHeaders = { RateLimit: ref('RateLimit'), 'RateLimit-Policy': ref('RateLimitPolicy') }

const headersOfStatus: Readonly<Record<number, Json>> = {
  401: { 'WWW-Authenticate': ref('WwwAuthenticate') },
  412: { ETag: ref('ETag') },
  429: { 'Retry-After': ref('RetryAfter'), ...rateLimitHeaders },
  503: { 'Retry-After': ref('RetryAfter') },
}

const notModified: Json = {
  description: 'Nothing has changed since the answer with this ETag.',
  headers: { ...commonHeaders, ...rateLimitHeaders, ETag: ref('ETag') },
}

function errorResponse(status: number, codes: readonly ErrorCode[], problem: Json): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code].title}.`).join(' '),
    headers: { ...commonHeaders, ...headersOfStatus[status] },
    content: { 'application/problem+json': { schema: problem } },
    'x-codes': codes,
  }
}

function successResponse(operation: ApiOperation, all: readonly ApiOperation[], schemaOf: SchemaOf): Json {
  const { status, body, media = ['application/json'] } = operation.reply
  const schema = schemaOf(body)
  const links = linksOf(operation, all)
  return {
    description: status === 201 ? 'Created.' : 'Success.',
    headers: {
      ...commonHeaders,
      ...rateLimitHeaders,
      ...(operation.method !== 'DELETE' && { ETag: ref('ETag') }),
      ...(status === 201 && { Location: ref('Location') }),
      ...(operation.method !== 'GET' && { 'Idempotent-Replayed': ref('IdempotentReplayed') }),
    },
    content: Object.fromEntries(media.map((type) => [type, { schema }])),
    ...(links && { links }),
  }
}

const pascalCase = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Names a response, such as `Problem409AssetTagTaken`. It leaves out codes of every operation, or of every write. */
const nameOf = (status: number, codes: readonly ErrorCode[]): string =>
  `Problem${status}${codes
    .filter((code) => !isGeneral(code))
    .map(pascalCase)
    .join('')}`

export interface ResponseBuilder {
  /** Returns all responses of an operation, by status. */
  responsesOf(operation: ApiOperation, all: readonly ApiOperation[]): Json
  /** Responses that operations share, by name; `x-codes` lists the possible error codes. */
  components: Json
}

export function createResponses(schemaOf: SchemaOf): ResponseBuilder {
  const problem = schemaOf(Problem)
  const components: Json = {}
  const share = (name: string, response: Json): Json => {
    const known = (components[name] ??= response)
    if (JSON.stringify(known) !== JSON.stringify(response)) throw new Error(`two different responses are named ${name}`)
    return { $ref: `#/components/responses/${name}` }
  }
  const responsesOf = (operation: ApiOperation, all: readonly ApiOperation[]): Json => ({
    [operation.reply.status]: successResponse(operation, all, schemaOf),
    ...(operation.method === 'GET' && { 304: share('NotModified', notModified) }),
    ...Object.fromEntries(
      codesByStatus(operation).map(([status, codes]) => [
        status,
        share(nameOf(status, codes), errorResponse(status, codes, problem)),
      ]),
    ),
  })
  return { responsesOf, components }
}
