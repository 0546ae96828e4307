import { checkSchema, type SchemaFault } from './checkSchema.ts'
import type { ApiDocument, FoundRoute, Method, Parameter, Schema } from './discovery/documents.ts'
import { createBadRequest, GoogleError } from './errors.ts'
import { findUnknownField, parseFieldMask, type FieldMask } from './fieldMask.ts'

const toSnakeCase = (path: string): string => path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const refuse = (description: string, field?: string): GoogleError =>
  new GoogleError(400, description, {
    item: { reason: 'invalid' },
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ ...(field !== undefined && { field }), description }] }],
    isFromGateway: true,
  })

function checkParameter(name: string, value: string, { type, enum: allowed }: Parameter): void {
  const isValid = type === 'boolean' ? value === 'true' || value === 'false' : !allowed || allowed.includes(value)
  if (!isValid) throw refuse(`Invalid value at '${toSnakeCase(name)}' (${type === 'boolean' ? 'TYPE_BOOL' : 'enum'}), "${value}"`, toSnakeCase(name))
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
      throw refuse(`Invalid JSON payload received. Unknown name "${name}": Proto field is not repeating, cannot start list.`)
    checkParameter(name, value, parameter)
  }
}

function toRefusal({ kind, path, name, expected }: SchemaFault): GoogleError {
  const field = toSnakeCase(path)
  if (kind === 'wrong value') return refuse(`Invalid value at '${field}' (${expected})`, field)
  return refuse(`Invalid JSON payload received. Unknown name "${name}"${field === '' ? '' : ` at '${field}'`}: Cannot find field.`, field)
}

/** Parses the body of a request, and compares it with its schema. @throws GoogleError */
export function parseBody({ schemas }: ApiDocument, { request }: Method, text: string): unknown {
  if (!request) return undefined
  let body: unknown
  try {
    body = text === '' ? {} : JSON.parse(text)
  } catch {
    throw refuse('Invalid JSON payload received. Unexpected token.')
  }
  const [fault] = checkSchema(body, { $ref: request.$ref }, schemas)
  if (fault) throw toRefusal(fault)
  return body
}

/** Parses the parameter `fields`. @returns undefined for all fields. @throws GoogleError */
export function parseFields({ name, schemas }: ApiDocument, response: Schema, text: string): FieldMask | undefined {
  if (text === '') return undefined
  const mask = parseFieldMask(text)
  const unknown = mask ? findUnknownField(mask, response, schemas) : text
  if (unknown === undefined) return mask
  if (name === 'drive')
    throw new GoogleError(400, `Invalid field selection ${unknown}`, {
      item: { reason: 'invalidParameter', locationType: 'parameter', location: 'fields' },
    })
  throw createBadRequest('Request contains an invalid argument.', [
    { field: unknown, description: `Error expanding 'fields' parameter. Cannot find matching fields for path '${unknown}'.` },
  ])
}
