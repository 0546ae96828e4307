import type { Json } from '../../contract/openapi/schemas.ts'
import { schemaNameOfRef, formatType } from './typeText.ts'

export interface PropertyRow {
  name: string
  type: string
  required: boolean
  description: string
}

export interface SchemaView {
  name: string
  rows: PropertyRow[]
  variants: { name: string; rows: PropertyRow[] }[]
}

export function describeProperty(description: unknown, schema: Json): string {
  const text = typeof description === 'string' ? description : ''
  // Client generators reject a default on a nullable field, so an extension carries it.
  const value = schema['default'] ?? schema['x-default']
  return value === undefined ? text : `${text} Default: \`${JSON.stringify(value).replaceAll('"', '')}\`.`
}

export function toPropertyRows(schema: Json, prefix = ''): PropertyRow[] {
  const required = (schema['required'] ?? []) as string[]
  return Object.entries((schema['properties'] ?? {}) as Record<string, Json>).flatMap(([name, field]) => [
    {
      name: prefix + name,
      type: formatType(field),
      required: required.includes(name),
      description: describeProperty(field['description'], field),
    },
    ...(field['properties'] ? toPropertyRows(field, `${prefix}${name}.`) : []),
  ])
}

const isSame = (one: PropertyRow, other: PropertyRow): boolean =>
  one.type === other.type && one.required === other.required

function unionView(name: string, schema: Json, schemas: Readonly<Record<string, Json>>): SchemaView {
  const { propertyName, mapping } = schema['discriminator'] as { propertyName: string; mapping: Record<string, string> }
  const members = Object.entries(mapping).map(([value, ref]) => ({
    value,
    rows: toPropertyRows(schemas[schemaNameOfRef(ref)] ?? {}),
  }))
  const [first] = members
  const isCommon = (row: PropertyRow): boolean =>
    members.every(({ rows }) => rows.some((other) => other.name === row.name && isSame(row, other)))
  const common = (first?.rows ?? []).filter((row) => row.name === propertyName || isCommon(row))
  const names = new Set(common.map((row) => row.name))
  return {
    name,
    rows: common.map((row) =>
      row.name === propertyName
        ? { ...row, type: `one of ${members.map(({ value }) => `\`${value}\``).join(', ')}` }
        : row,
    ),
    variants: members.map(({ value, rows }) => ({
      name: `${propertyName} ${value}`,
      rows: rows.filter((row) => !names.has(row.name)),
    })),
  }
}

export function toSchemaViews(schemas: Readonly<Record<string, Json>>): SchemaView[] {
  const unions = Object.entries(schemas).filter(([, schema]) => schema['discriminator'] !== undefined)
  const unionMembers = new Set(
    unions.flatMap(([, schema]) => (schema['oneOf'] as Json[]).map((member) => schemaNameOfRef(member['$ref']))),
  )
  return Object.entries(schemas)
    .filter(([name]) => !unionMembers.has(name))
    .map(([name, schema]) =>
      schema['discriminator'] ? unionView(name, schema, schemas) : { name, rows: toPropertyRows(schema), variants: [] },
    )
}
