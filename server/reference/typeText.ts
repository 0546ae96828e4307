import type { Json } from '../../contract/openapi/schemas.ts'

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })

const formatCodes = (values: unknown): string => (values as unknown[]).map((value) => `\`${String(value)}\``).join(', ')

function formatRange(low: unknown, high: unknown): string {
  if (low === undefined && high === undefined) return ''
  if (low === undefined) return `, at most ${number.format(Number(high))}`
  if (high === undefined) return `, at least ${number.format(Number(low))}`
  return low === high
    ? `, ${number.format(Number(low))}`
    : `, ${number.format(Number(low))} to ${number.format(Number(high))}`
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  date: 'day (YYYY-MM-DD)',
  'date-time': 'moment (ISO 8601, UTC, milliseconds)',
  email: 'e-mail address',
}

/** True if the description already says what the pattern says. */
const isRedundantPattern = (pattern: unknown, format: unknown): boolean =>
  pattern === undefined || pattern === '\\S' || FORMATS[String(format)] !== undefined

function textType(schema: Json): string {
  const { format, pattern, minLength, maxLength } = schema
  const length = formatRange(minLength, maxLength)
  const words = `${FORMATS[String(format)] ?? 'text'}${length === '' ? '' : `${length} characters`}`
  return isRedundantPattern(pattern, format) ? words : `${words}, \`${String(pattern)}\``
}

function listType(schema: Json): string {
  const { minItems, maxItems } = schema
  const size = formatRange(minItems, maxItems)
  const items = schema['items'] as Json | undefined
  return `list of ${items ? formatType(items) : 'anything'}${size === '' ? '' : `${size} entries`}`
}

export const schemaNameOfRef = ($ref: unknown): string => String($ref).split('/').at(-1) ?? ''

const linkTo = (name: string): string => `[${name}](#schema-${name.toLowerCase()})`

function plainType(schema: Json, type: unknown): string {
  if (typeof schema['title'] === 'string') return schema['title']
  if (typeof schema['$ref'] === 'string') return linkTo(schemaNameOfRef(schema['$ref']))
  if ('const' in schema) return `\`${JSON.stringify(schema['const'])}\``
  if (Array.isArray(schema['enum'])) return `one of ${formatCodes(schema['enum'].filter((value) => value !== null))}`
  const choices = (schema['oneOf'] ?? schema['anyOf']) as Json[] | undefined
  if (choices && type !== 'object') return choices.map(formatType).join(' or ')
  switch (type) {
    case 'string':
      return textType(schema)
    case 'integer':
      return `whole number${formatRange(schema['minimum'], schema['maximum'])}`
    case 'number':
      return `number${formatRange(schema['minimum'], schema['maximum'])}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return listType(schema)
    default:
      return type === 'object' ? 'object' : 'anything'
  }
}

/** Formats a schema as Markdown text: `text, 1 to 120 characters`, `one of …`, a link to a named schema. */
export function formatType(schema: Json): string {
  const { type } = schema
  const types = Array.isArray(type) ? (type as string[]) : [type]
  const words = plainType(schema, types[0])
  return types.includes('null') ? `${words}, or null` : words
}
