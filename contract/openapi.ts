import { parametersOf } from './openapi/parameters.ts'
import { createResponses, headerComponents, type ResponseBuilder } from './openapi/responses.ts'
import { createSchemas, type Json, type SchemaOf } from './openapi/schemas.ts'
import type { ApiOperation } from './operation.ts'
import type { Plane } from './planes.ts'
import { scopes, settingsScopes } from './scopes.ts'
import { examples } from './texts/examples.ts'
import { describeOperation } from './texts/operations.ts'

const tagOf = ({ objectType }: ApiOperation): string => objectType.charAt(0).toUpperCase() + objectType.slice(1)

function descriptionOf({ id, scope, feature }: ApiOperation, plane: Plane): string {
  const onlyScopedKeys = plane.name === 'api' ? '' : ', where the owner key was made with scopes'
  const requirements = [
    scope && `Needs the scope \`${scope}\`${onlyScopedKeys}.`,
    feature && `Needs a subscription with the feature \`${feature}\`.`,
  ]
  return [describeOperation(id), requirements.filter(Boolean).join(' ')].filter(Boolean).join('\n\n')
}

function requestBody(operation: ApiOperation, schemaOf: SchemaOf): Json | undefined {
  if (!operation.body) return undefined
  const example = examples[operation.id]?.body
  return {
    required: true,
    content: { 'application/json': { schema: schemaOf(operation.body), ...(example !== undefined && { example }) } },
  }
}

function describe(operation: ApiOperation, plane: Plane, schemaOf: SchemaOf, responses: ResponseBuilder): Json {
  const body = requestBody(operation, schemaOf)
  return {
    operationId: operation.id,
    tags: [tagOf(operation)],
    summary: operation.summary,
    description: descriptionOf(operation, plane),
    security: [{ apiKey: [] }],
    parameters: parametersOf(operation, schemaOf),
    ...(body && { requestBody: body }),
    responses: responses.responsesOf(operation, plane.operations),
  }
}

const describeSecurity = (plane: Plane): string =>
  plane.name === 'api'
    ? `${plane.key} with scopes: ${scopes.join(', ')}.`
    : `${plane.key}, for all of it or with scopes: ${settingsScopes.join(', ')}.`

const byName = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Builds the OpenAPI 3.1 document of a plane. The output is deterministic. */
export function buildOpenApi(plane: Plane): Json {
  const { schemaOf, components } = createSchemas()
  const responses = createResponses(schemaOf)
  const paths: Record<string, Json> = {}
  for (const operation of plane.operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation, plane, schemaOf, responses)
  return {
    openapi: '3.1.0',
    info: {
      title: plane.title,
      version: '1.0.0',
      description: plane.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { url: '/docs', description: 'The reference, served by the same server.' },
    servers: [{ url: plane.base }],
    tags: [...new Set(plane.operations.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: describeSecurity(plane) } },
      headers: headerComponents,
      responses: byName(responses.components),
      schemas: byName(components),
    },
  }
}
