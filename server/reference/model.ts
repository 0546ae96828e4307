import type { ErrorCode } from '../../contract/errors.ts'
import { buildOpenApi } from '../../contract/openapi.ts'
import { codesByStatus } from '../../contract/openapi/codes.ts'
import type { Json } from '../../contract/openapi/schemas.ts'
import type { ApiOperation } from '../../contract/operation.ts'
import { apiPlane, settingsPlane, type Plane } from '../../contract/planes.ts'
import { recordedExamples, type RecordedExample } from './examples.ts'
import { toPropertyRows, describeProperty, toSchemaViews, type PropertyRow, type SchemaView } from './propertyRows.ts'
import { formatType } from './typeText.ts'

export interface OperationView {
  id: string
  method: string
  path: string
  tag: string
  summary: string
  description: string
  parameters: (PropertyRow & { place: string })[]
  body: { type: string; rows: PropertyRow[] } | undefined
  reply: { status: number; media: string; type: string; rows: PropertyRow[]; headers: string[] }
  codes: [number, ErrorCode[]][]
  /** Error codes that not all operations of this kind share. */
  ownCodes: ErrorCode[]
  scope: string | undefined
  example: RecordedExample | undefined
}

export interface PlaneView {
  plane: Plane
  tags: { name: string; operations: OperationView[] }[]
  schemas: SchemaView[]
}

interface Described {
  tags: string[]
  description: string
  parameters: (Json & { name: string; in: string; required: boolean; schema: Json })[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { headers?: Json; content?: Record<string, { schema: Json }> }>
}

/** Describes a schema: envelopes as fields, named schemas as a name. */
const shape = (schema: Json): { type: string; rows: PropertyRow[] } => ({
  type: schema['$ref'] ? formatType(schema) : '',
  rows: toPropertyRows(schema),
})

function viewOperation(plane: Plane, operation: ApiOperation, described: Described): OperationView {
  const reply = described.responses[operation.reply.status]
  const content = Object.entries(reply?.content ?? {})
  const body = described.requestBody?.content['application/json']?.schema
  return {
    id: operation.id,
    method: operation.method,
    path: plane.base + operation.path,
    tag: described.tags[0] ?? '',
    summary: operation.summary,
    description: described.description,
    parameters: described.parameters.map(({ name, in: place, required, schema, description }) => ({
      name,
      place,
      required,
      type: formatType(schema),
      description: describeProperty(description, schema),
    })),
    body: body && shape(body),
    reply: {
      status: operation.reply.status,
      media: content.map(([media]) => media).join(' or '),
      ...shape(content[0]?.[1].schema ?? {}),
      headers: Object.keys(reply?.headers ?? {}),
    },
    codes: codesByStatus(operation),
    ownCodes: [...(operation.feature ? (['feature_not_available'] as const) : []), ...operation.errors],
    scope: operation.scope,
    example: recordedExamples[operation.id],
  }
}

function viewPlane(plane: Plane): PlaneView {
  const document = buildOpenApi(plane)
  const paths = document['paths'] as Record<string, Record<string, Described>>
  const operations = plane.operations.flatMap((operation) => {
    const described = paths[operation.path]?.[operation.method.toLowerCase()]
    return described ? [viewOperation(plane, operation, described)] : []
  })
  const { schemas } = document['components'] as { schemas: Record<string, Json> }
  return {
    plane,
    tags: [...Map.groupBy(operations, ({ tag }) => tag)].map(([name, list]) => ({ name, operations: list })),
    schemas: toSchemaViews(schemas),
  }
}

export const toPlaneViews = (): PlaneView[] =>
  [apiPlane, settingsPlane].filter(({ operations }) => operations.length > 0).map(viewPlane)
