import { checkSchema, type SchemaFault } from './checkSchema.ts'
import type { ApiDocument, FoundRoute, Method, Parameter, Schema } from './discovery/documents.ts'
import { createBadRequest, GoogleError } from './errors.ts'
import { findUnknownField, parseFieldMask, type FieldMask } from './fieldMask.ts'

const toSnakeCase = (path: string): string => path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const refuse = (description: string, field?: string): GoogleError =>
  new GoogleError(400, description, {
    item: { reason: 'invalid' },
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ ...(field !== undefined && { field }), description }],
      },
    ],
    isFromGateway: true,
  })

/** @returns the type that the value does not have */
function findWrongType(value: string, { type, enum: allowed, minimum }: Parameter): string | undefined {
  if (type === 'boolean') return value === 'true' || value === 'false' ? undefined : 'TYPE_BOOL'
  if (type === 'integer')
    return /^-?\d+$/.test(value) && Number(value) >= Number(minimum ?? '-Infinity') ? undefined : 'TYPE_INT32'
  return !allowed || allowed.includes(value) ? undefined : 'enum'
}

function checkParameter(name: string, value: string, parameter: Parameter): void {
  const wrongType = findWrongType(value, parameter)
  if (wrongType !== undefined)
    throw refuse(`Invalid value at '${toSnakeCase(name)}' (${wrongType}), "${value}"`, toSnakeCase(name))
}

/** Compares query parameters with the method's and the API's own. @throws GoogleError */
export function checkQuery({ api, method }: FoundRoute, query: URLSearchParams): void {
  for (const [name, value] of query) {
    const own = method.parameters?.[name]
    const parameter = own?.location === 'path' ? undefined : (own ?? api.parameters[name])
    if (!parameter)
      throw refuse(
        `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
      )
    if (parameter.repeated !== true && query.getAll(name).length > 1)
      throw refuse(
        `Invalid JSON payload received. Unknown name "${name}": Proto field is not repeating, cannot start list.`,
      )
    checkParameter(name, value, parameter)
  }
}

function toRefusal({ kind, path, name, expected }: SchemaFault): GoogleError {
  const field = toSnakeCase(path)
  if (kind === 'wrong value') return refuse(`Invalid value at '${field}' (${expected})`, field)
  return refuse(
    `Invalid JSON payload received. Unknown name "${name}"${field === '' ? '' : ` at '${field}'`}: Cannot find field.`,
    field,
  )
}

/** Calendar's words for the properties that it requires. */
const requiredNames: Record<string, string> = { start: 'start time', end: 'end time', summary: 'title' }

/** @throws GoogleError for a property that the discovery document requires of this method */
function checkRequired(body: object, { properties = {} }: Schema, method: string): void {
  for (const [name, { annotations }] of Object.entries(properties))
    if (annotations?.required.includes(method) && !(name in body))
      throw new GoogleError(400, `Missing ${requiredNames[name] ?? name}.`, { item: { reason: 'required' } })
}

/** Removes what PATCH deletes by `null`, which no schema allows. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(value).filter(([, item]) => item !== null)
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutNulls(item)]))
}

/** Parses the body of a request, and compares it with its schema. @throws GoogleError */
export function parseBody({ schemas }: ApiDocument, { id, request, httpMethod }: Method, text: string): unknown {
  if (!request) return undefined
  let body: unknown
  try {
    body = text === '' ? {} : JSON.parse(text)
  } catch {
    throw refuse('Invalid JSON payload received. Unexpected token.')
  }
  const [fault] = checkSchema(httpMethod === 'PATCH' ? withoutNulls(body) : body, { $ref: request.$ref }, schemas)
  if (fault) throw toRefusal(fault)
  checkRequired(body as object, schemas[request.$ref] ?? {}, id)
  return body
}

/** Parses the parameter `fields`. @returns undefined for all fields. @throws GoogleError */
export function parseFields({ name, schemas }: ApiDocument, response: Schema, text: string): FieldMask | undefined {
  if (text === '') return undefined
  const mask = parseFieldMask(text)
  const unknown = mask ? findUnknownField(mask, response, schemas) : text
  if (unknown === undefined) return mask
  if (name !== 'sheets')
    throw new GoogleError(400, `Invalid field selection ${unknown}`, {
      item: { reason: 'invalidParameter', locationType: 'parameter', location: 'fields' },
    })
  throw createBadRequest('Request contains an invalid argument.', [
    {
      field: unknown,
      description: `Error expanding 'fields' parameter. Cannot find matching fields for path '${unknown}'.`,
    },
  ])
}
