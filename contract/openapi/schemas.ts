import { z } from 'zod'
import { describeField } from '../texts/fields.ts'

export type Json = Record<string, unknown>
export type SchemaOf = (schema: z.ZodType) => Json

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isNull = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null'

/** zod writes `X or null` as a choice of two schemas; one schema with two types is shorter. */
function mergeNullType(schema: Json): Json {
  const choices = schema['anyOf']
  if (!Array.isArray(choices) || choices.length !== 2 || !isNull(choices[1])) return schema
  const [first] = choices as [Json]
  if (typeof first['type'] !== 'string') return schema
  const { anyOf: _, ...outer } = schema
  const values = first['enum']
  return {
    ...first,
    ...outer,
    type: [first['type'], 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  }
}

/** Removes the pattern of numbers sent as text, and the bounds of JavaScript's safe integers. */
function dropRedundantKeywords(schema: Json): Json {
  const { pattern, maximum, minimum, ...rest } = schema
  const isNumber = schema['type'] === 'integer' || schema['type'] === 'number'
  return {
    ...rest,
    ...(pattern !== undefined && !isNumber && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
}

/**
 * Replaces a list of several types by a choice of schemas. Client generators understand a list only in the form `X or
 * null`.
 */
function splitTypes(schema: Json): Json {
  const { type: types, ...rest } = schema
  if (!Array.isArray(types) || types.includes('null')) return schema
  return { ...rest, oneOf: (types as unknown[]).map((type) => ({ type })) }
}

/** Lists keywords for which client generators emit code that does not compile or rejects valid values. */
function unsupportedKeywords(schema: Json): readonly string[] {
  if (schema['type'] === 'object' && 'properties' in schema) return ['not', 'anyOf', 'oneOf']
  return schema['format'] === 'date' || schema['format'] === 'date-time' ? ['pattern'] : []
}

/** Moves the rules between fields of an object, and the patterns of dates, into the extension `x-rules`. */
function moveRulesToExtension(schema: Json): Json {
  const names = unsupportedKeywords(schema).filter((keyword) => keyword in schema)
  if (names.length === 0) return schema
  const entries = Object.entries(schema)
  const rest = entries.filter(([name]) => !names.includes(name))
  return {
    ...Object.fromEntries(rest),
    'x-rules': Object.fromEntries(entries.filter(([name]) => names.includes(name))),
  }
}

/** Rewrites a schema bottom-up. @param owner name of the schema that contains the fields */
function simplify(value: unknown, owner: string): unknown {
  if (Array.isArray(value)) return value.map((one) => simplify(one, owner))
  if (!isObject(value)) return value
  const simplified = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'properties' ? simplifyFields(member as Json, owner) : simplify(member, owner),
    ]),
  )
  return moveRulesToExtension(splitTypes(dropRedundantKeywords(mergeNullType(simplified))))
}

const simplifyFields = (fields: Json, owner: string): Json =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = simplify(field, `${owner}.${name}`) as Json
      const isSchema =
        Object.keys(schema).length === 0 ||
        ['type', '$ref', 'anyOf', 'oneOf', 'allOf'].some((keyword) => keyword in schema)
      const description = schema['description'] ?? (isSchema ? describeField(owner, name) : undefined)
      return [name, description === undefined ? schema : { ...schema, description }]
    }),
  )

const name = ($ref: string): string => $ref.slice('#/$defs/'.length)

/**
 * Collects named schemas as components. Replies use the input schemas too, because outputs of transformations cannot be
 * described.
 */
export function createSchemas(): { schemaOf: SchemaOf; components: Json } {
  const components: Json = {}
  const withComponentRefs = (value: unknown): Json =>
    JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/')) as Json
  return {
    components,
    schemaOf: (schema) => {
      const {
        $schema: _,
        $defs = {},
        ...rest
      } = z.toJSONSchema(schema, { io: 'input' }) as Json & { $defs?: Record<string, Json> }
      for (const [id, { id: _id, ...definition }] of Object.entries($defs))
        components[id] ??= withComponentRefs(simplify(definition, id))
      const { id, ...own } = rest
      const $ref = own['$ref']
      if (typeof $ref === 'string' && Object.keys(own).length === 1)
        return { $ref: `#/components/schemas/${name($ref)}` }
      if (typeof id !== 'string') return withComponentRefs(simplify(own, ''))
      components[id] ??= withComponentRefs(simplify(own, id))
      return { $ref: `#/components/schemas/${id}` }
    },
  }
}
