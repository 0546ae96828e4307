import { readFileSync } from 'node:fs'

/** A schema of a discovery document: JSON Schema draft 3 with Google's own types. */
export interface Schema {
  $ref?: string
  type?: 'any' | 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string'
  format?: string
  enum?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema
  /** Ids of the methods whose requests need this property. */
  annotations?: { required: string[] }
}

export interface Parameter extends Schema {
  location: 'path' | 'query'
  repeated?: boolean
  /** Smallest integer, as text. */
  minimum?: string
}

export interface Method {
  id: string
  httpMethod: string
  path: string
  flatPath?: string
  parameters?: Record<string, Parameter>
  request?: { $ref: string }
  /** Undefined for a method that answers 204 without a body. */
  response?: { $ref: string }
  scopes: string[]
}

export interface ApiDocument {
  name: ApiName
  title: string
  servicePath: string
  parameters: Record<string, Parameter>
  methods: Method[]
  schemas: Record<string, Schema>
}

export type ApiName = 'calendar' | 'drive' | 'sheets'

const readDocument = (file: string): ApiDocument =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as ApiDocument

const documents: readonly ApiDocument[] = [
  readDocument('sheets.v4.json'),
  readDocument('drive.v3.json'),
  readDocument('calendar.v3.json'),
]

interface Route {
  api: ApiDocument
  method: Method
  pattern: RegExp
  names: string[]
}

/** `{name}` matches one segment of the path. */
function toRoute(api: ApiDocument, method: Method): Route {
  const path = `/${api.servicePath}${method.flatPath ?? method.path}`
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const source = path
    .split(/\{\w+\}/)
    .map((part) => RegExp.escape(part))
    .join('([^/]+)')
  return { api, method, names, pattern: new RegExp(`^${source}$`) }
}

const routes = documents
  .flatMap((api) => api.methods.map((method) => toRoute(api, method)))
  .sort((a, b) => b.pattern.source.length - a.pattern.source.length)

/** Methods that the emulator answers. */
export const methods: readonly Method[] = routes.map(({ method }) => method)

export interface FoundRoute {
  api: ApiDocument
  method: Method
  params: Record<string, string>
}

/** @param path escaped path of the request */
export function findRoute(httpMethod: string | undefined, path: string): FoundRoute | undefined {
  for (const { api, method, pattern, names } of routes) {
    const match = method.httpMethod === httpMethod ? pattern.exec(path) : null
    if (match)
      return {
        api,
        method,
        params: Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')])),
      }
  }
  return undefined
}
