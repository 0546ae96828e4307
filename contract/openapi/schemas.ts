import { z } from 'zod'
import { describeField } from '../texts/fields.ts'

export type Json = Record<string, unknown>
export type SchemaOf = (schema: z.ZodType) => Json

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isNull = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null'

/** zod writes `X or null` as a choice of two schemas; one schema with two types says the same and reads better. */
function joinNull(schema: Json): Json {
  const choices = schema['anyOf']
  if (!Array.isArray(choices) || choices.length !== 2 || !isNull(choices[1])) return schema
  const [first] = choices as [Json]
  if (typeof first['type'] !== 'string') return schema
  const { anyOf: _, ...outer } = schema
  const values = first['enum']
  return { ...first, ...outer, type: [first['type'], 'null'], ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }) }
}

/** Leaves out what is no help: the pattern of a number's text, and the bounds of JavaScript's whole numbers. */
function dropNoise(schema: Json): Json {
  const { pattern, maximum, minimum, ...rest } = schema
  const isNumber = schema['type'] === 'integer' || schema['type'] === 'number'
  return {
    ...rest,
    ...(pattern !== undefined && !isNumber && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
}

/** A value of two types is a choice of two schemas: generators of clients read a list of types as `X or null` only. */
function splitTypes(schema: Json): Json {
  const { type: types, ...rest } = schema
  if (!Array.isArray(types) || types.includes('null')) return schema
  return { ...rest, oneOf: (types as unknown[]).map((type) => ({ type })) }
}

/** Keywords that generators of clients make code of that does not compile, or that refuses what is right. */
function unbearable(schema: Json): readonly string[] {
  if (schema['type'] === 'object' && 'properties' in schema) return ['not', 'anyOf', 'oneOf']
  return schema['format'] === 'date' || schema['format'] === 'date-time' ? ['pattern'] : []
}

/** Moves rules about the fields of an object, and the patterns of dates, into the extension `x-rules`. */
function moveRules(schema: Json): Json {
  const names = unbearable(schema).filter((keyword) => keyword in schema)
  if (names.length === 0) return schema
  const entries = Object.entries(schema)
  const rest = entries.filter(([name]) => !names.includes(name))
  return { ...Object.fromEntries(rest), 'x-rules': Object.fromEntries(entries.filter(([name]) => names.includes(name))) }
}

/** Goes through a schema from the inside out; `owner` is the name of the schema whose fields are looked at. */
function tidy(value: unknown, owner: string): unknown {
  if (Array.isArray(value)) return value.map((one) => tidy(one, owner))
  if (!isObject(value)) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === 'properties' ? tidyFields(member as Json, owner) : tidy(member, owner)]),
  )
  return moveRules(splitTypes(dropNoise(joinNull(inner))))
}

const tidyFields = (fields: Json, owner: string): Json =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = tidy(field, `${owner}.${name}`) as Json
      const isWhole = Object.keys(schema).length === 0 || ['type', '$ref', 'anyOf', 'oneOf', 'allOf'].some((keyword) => keyword in schema)
      const description = schema['description'] ?? (isWhole ? describeField(owner, name) : undefined)
      return [name, description === undefined ? schema : { ...schema, description }]
    }),
  )

const name = ($ref: string): string => $ref.slice('#/$defs/'.length)

/**
 * Collects named schemas under components, as references from everywhere else. Replies are described by what goes into their schemas too: what
 * a transformation gives cannot be described, and replies have neither defaults nor transformations of their own.
 */
export function createSchemas(): { schemaOf: SchemaOf; components: Json } {
  const components: Json = {}
  const moved = (value: unknown): Json => JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/')) as Json
  return {
    components,
    schemaOf: (schema) => {
      const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Json & { $defs?: Record<string, Json> }
      for (const [id, { id: _id, ...definition }] of Object.entries($defs)) components[id] ??= moved(tidy(definition, id))
      const { id, ...own } = rest
      const $ref = own['$ref']
      if (typeof $ref === 'string' && Object.keys(own).length === 1) return { $ref: `#/components/schemas/${name($ref)}` }
      if (typeof id !== 'string') return moved(tidy(own, ''))
      components[id] ??= moved(tidy(own, id))
      return { $ref: `#/components/schemas/${id}` }
    },
  }
}
