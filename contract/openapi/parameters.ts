import { z } from 'zod'
import type { ApiOperation } from '../operation.ts'
import { describeField } from '../texts/fields.ts'
import type { Json, SchemaOf } from './schemas.ts'

const ENTITY_TAG = '(?:W/)?"[!#-~]*"'

const conditional = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: {
    title: 'entity tags, or `*`',
    type: 'string',
    pattern: `^(?:[*]|${ENTITY_TAG}(?:, *${ENTITY_TAG})*)$`,
    examples: ['"2026-03-28T09:15:00.000Z"'],
  },
})

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any token of your own. Repeats within 24 hours with the same key get the first answer again and change nothing.',
  schema: { title: 'token of 1 to 255 letters, digits, - and _', type: 'string', pattern: '^[A-Za-z0-9_-]{1,255}$' },
}

function headers(operation: ApiOperation): Json[] {
  if (operation.method === 'GET')
    return [conditional('If-None-Match', 'ETag of an earlier answer: 304 when nothing has changed since.')]
  const ifMatch = conditional('If-Match', 'ETag of the record as last read: 412 when it has changed since.')
  return [idempotencyKey, ...(operation.errors.includes('precondition_failed') ? [ifMatch] : [])]
}

/** zod omits the default of a text schema that has a transformation. */
const defaultOf = (schema: z.ZodType): Json =>
  schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {}

function parametersIn(location: 'path' | 'query', operation: ApiOperation, schemaOf: SchemaOf): Json[] {
  return Object.entries((location === 'path' ? operation.params : operation.query) ?? {}).map(([name, schema]) => {
    const { description = describeField(operation.id, name), ...rest } = schemaOf(schema)
    const isRequired = location === 'path' || !schema.safeParse(undefined).success
    return { name, in: location, required: isRequired, description, schema: { ...rest, ...defaultOf(schema) } }
  })
}

/** Parameters with a prefix, as one object whose members are parameters of their own. */
function mapParameters({ id, queryMap }: ApiOperation, schemaOf: SchemaOf): Json[] {
  if (!queryMap) return []
  const { name, prefix, schema } = queryMap
  return [
    {
      name,
      in: 'query',
      required: false,
      description: describeField(id, name),
      style: 'form',
      explode: true,
      schema: {
        type: 'object',
        patternProperties: { [`^${prefix.replaceAll('.', '[.]')}`]: schemaOf(schema) },
        additionalProperties: false,
      },
    },
  ]
}

export const parametersOf = (operation: ApiOperation, schemaOf: SchemaOf): Json[] => [
  ...parametersIn('path', operation, schemaOf),
  ...parametersIn('query', operation, schemaOf),
  ...mapParameters(operation, schemaOf),
  ...headers(operation),
]
