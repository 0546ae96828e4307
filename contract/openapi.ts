import { z } from 'zod'
import { errorCodes, Problem, type ErrorCode } from './errors.ts'
import type { Operation } from './operation.ts'
import type { Plane } from './planes.ts'
import { scopes } from './scopes.ts'

type Json = Record<string, unknown>
type SchemaOf = (schema: z.ZodType) => Json

/** Codes that every operation can answer. */
const COMMON: readonly ErrorCode[] = [
  'invalid_header',
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'rate_limited',
  'not_acceptable',
  'internal_error',
  'overloaded',
  'shutting_down',
]
const WITH_QUERY: readonly ErrorCode[] = ['invalid_query']
const WITH_BODY: readonly ErrorCode[] = ['malformed_json', 'invalid_encoding', 'body_too_large', 'unsupported_media_type']
const WRITES: readonly ErrorCode[] = ['idempotency_in_progress', 'idempotency_key_reused']

const header = (name: string, description: string): Json => ({ name, in: 'header', required: false, schema: { type: 'string' }, description })

/** Collects named schemas under components, as references from everywhere else. */
function createSchemas(): { schemaOf: SchemaOf; components: Json } {
  const components: Json = {}
  return {
    components,
    schemaOf: (schema) => {
      const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Json & { $defs?: Record<string, Json> }
      const moved = JSON.parse(JSON.stringify({ rest, $defs: $defs ?? {} }).replaceAll('#/$defs/', '#/components/schemas/')) as {
        rest: Json
        $defs: Record<string, Json>
      }
      for (const [name, definition] of Object.entries(moved.$defs)) {
        delete definition['id']
        components[name] = definition
      }
      const name = moved.rest['id']
      if (typeof name !== 'string') return moved.rest
      delete moved.rest['id']
      components[name] = moved.rest
      return { $ref: `#/components/schemas/${name}` }
    },
  }
}

/** zod leaves the default out where the text is converted. */
const defaultOf = (schema: z.ZodType): Json => (schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {})

function parameters(operation: Operation, schemaOf: SchemaOf): Json[] {
  const path = Object.entries(operation.params ?? {}).map(([name, schema]) => ({ name, in: 'path', required: true, schema: schemaOf(schema) }))
  const query = Object.entries(operation.query ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: { ...schemaOf(schema), ...defaultOf(schema) },
  }))
  const reads = operation.method === 'GET'
  const headers = reads
    ? [header('If-None-Match', 'ETag of an earlier answer: 304 when nothing has changed.')]
    : [
        header('Idempotency-Key', 'Repeats within 24 hours with the same key get the first answer again.'),
        ...(operation.method === 'POST' ? [] : [header('If-Match', 'ETag of the record as last read: 412 when it has changed since.')]),
      ]
  return [...path, ...query, ...headers]
}

function errorResponses(operation: Operation, problem: Json): Json {
  const codes = new Set<ErrorCode>([
    ...COMMON,
    ...WITH_QUERY,
    ...(operation.body ? WITH_BODY : []),
    ...(operation.method === 'GET' ? [] : WRITES),
    ...(operation.feature ? (['feature_not_available'] as const) : []),
    ...operation.errors,
  ])
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) byStatus.set(errorCodes[code].status, [...(byStatus.get(errorCodes[code].status) ?? []), code])
  const sorted = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(
    sorted.map(([status, list]) => [
      String(status),
      { description: list.toSorted().join(', '), content: { 'application/problem+json': { schema: problem } } },
    ]),
  )
}

function needs({ scope, feature }: Operation): string {
  const sentences = [scope && `Needs the scope \`${scope}\`.`, feature && `Needs a subscription with the feature \`${feature}\`.`]
  return sentences.filter(Boolean).join(' ')
}

function describeOperation(operation: Operation, schemaOf: SchemaOf, problem: Json): Json {
  const { status, body } = operation.reply
  const headers = {
    'Request-Id': { schema: { type: 'string', format: 'uuid' } },
    RateLimit: { schema: { type: 'string' }, description: 'What is left of each limit, and in how many seconds there is more.' },
    'RateLimit-Policy': { schema: { type: 'string' }, description: 'The limits that count this request: requests (q) in seconds (w).' },
    ...(operation.method !== 'DELETE' && { ETag: { schema: { type: 'string' } } }),
    ...(status === 201 && { Location: { schema: { type: 'string', format: 'uri-reference' } } }),
    ...(operation.method !== 'GET' && {
      'Idempotent-Replayed': { schema: { type: 'string', const: 'true' }, description: 'The answer was given before, to the same Idempotency-Key.' },
    }),
  }
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    security: [{ apiKey: [] }],
    ...(needs(operation) !== '' && { description: needs(operation) }),
    parameters: parameters(operation, schemaOf),
    ...(operation.body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(operation.body) } } } }),
    responses: {
      [status]: { description: 'Done', headers, content: { 'application/json': { schema: schemaOf(body) } } },
      ...(operation.method === 'GET' && { 304: { description: 'Nothing has changed' } }),
      ...errorResponses(operation, problem),
    },
  }
}

const describeKey = (plane: Plane): string => (plane.name === 'api' ? `${plane.key} with scopes: ${scopes.join(', ')}.` : `${plane.key}.`)

/** Builds the OpenAPI 3.1 document of a plane from its operations. The same operations give the same bytes. */
export function buildOpenApi(plane: Plane): Json {
  const { schemaOf, components } = createSchemas()
  const problem = schemaOf(Problem)
  const paths: Record<string, Json> = {}
  for (const operation of plane.operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation, schemaOf, problem)
  return {
    openapi: '3.1.0',
    info: {
      title: plane.title,
      version: '1.0.0',
      description: plane.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: plane.base }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: describeKey(plane) } },
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}
