import type { Schema } from './discovery/documents.ts'

/** A value that its schema does not allow. */
export interface SchemaFault {
  kind: 'unknown name' | 'wrong value'
  /** Path of the value in Google's notation, `data[0].values`. For an unknown name, the path of its object. */
  path: string
  name: string
  /** The type or the enumeration that the schema wants. */
  expected: string
}

type Schemas = Record<string, Schema>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isInteger = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value)
const checks: Record<string, (value: unknown) => boolean> = {
  boolean: (value) => typeof value === 'boolean',
  integer: isInteger,
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  // int64 is text, because JSON numbers of other languages have 53 bits.
  int64: (value) => typeof value === 'string' && /^-?\d+$/.test(value),
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  // RFC 3339; the offset is optional, because Calendar takes it from the time zone beside the time.
  'date-time': (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.test(value),
}

/** Follows `$ref`. */
export const resolveSchema = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref] ?? {})

function checkObject(value: unknown, schema: Schema, schemas: Schemas, path: string): SchemaFault[] {
  if (!isObject(value)) return [{ kind: 'wrong value', path, name: '', expected: 'object' }]
  return Object.entries(value).flatMap(([name, item]): SchemaFault[] => {
    const property = schema.properties?.[name] ?? schema.additionalProperties
    if (!property) return [{ kind: 'unknown name', path, name, expected: '' }]
    return checkSchema(item, property, schemas, path === '' ? name : `${path}.${name}`)
  })
}

/** Compares a value with a schema that allows no other properties than the listed ones. */
export function checkSchema(value: unknown, unresolved: Schema, schemas: Schemas, path = ''): SchemaFault[] {
  const schema = resolveSchema(unresolved, schemas)
  const { type = 'any', format = '' } = schema
  if (type === 'any') return []
  if (type === 'object') return checkObject(value, schema, schemas, path)
  if (type === 'array') {
    if (!Array.isArray(value)) return [{ kind: 'wrong value', path, name: '', expected: 'array' }]
    return value.flatMap((item, index) => checkSchema(item, schema.items ?? {}, schemas, `${path}[${index}]`))
  }
  const isValid =
    (checks[format] ?? checks[type])?.(value) === true && (!schema.enum || schema.enum.includes(value as string))
  return isValid ? [] : [{ kind: 'wrong value', path, name: '', expected: schema.enum ? 'enum' : format || type }]
}
