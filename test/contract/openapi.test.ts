import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorCodes } from '../../contract/errors.ts'
import { buildOpenApi } from '../../contract/openapi.ts'
import { apiPlane, settingsPlane } from '../../contract/planes.ts'
import { scopes, settingsScopes } from '../../contract/scopes.ts'
import { apiRoutes, settingsRoutes } from '../../server/routes.ts'
import { useServer } from '../support/suite.ts'

type Json = Record<string, unknown>

const suite = useServer()
const planes = [
  { plane: apiPlane, routes: apiRoutes, golden: 'openapi.golden.json' },
  { plane: settingsPlane, routes: settingsRoutes, golden: 'openapi.settings.golden.json' },
]

/** Every object in a document, with its path. */
function* objects(value: unknown, path: string): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Json]
  for (const [name, member] of Object.entries(value)) yield* objects(member, `${path}/${name}`)
}

describe.each(planes)('the OpenAPI document of the $plane.name plane', ({ plane, routes, golden }) => {
  const { base, operations } = plane
  const goldenFile = new URL(golden, import.meta.url)
  const document = buildOpenApi(plane)

  const resolve = (ref: string): unknown =>
    ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>(
        (value, part) => (value as Json | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      )

  const resolved = (object: Json | undefined): Json =>
    typeof object?.['$ref'] === 'string' ? (resolve(object['$ref']) as Json) : (object ?? {})

  const describedOperations = Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )

  it('matches the golden file (UPDATE_GOLDEN=1 writes it)', () => {
    const text = `${JSON.stringify(document, null, 2)}\n`
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(goldenFile, text)
    expect(text).toBe(readFileSync(goldenFile, 'utf8'))
  })

  it('is served without a key, with an ETag', async () => {
    const servedReply = await suite.alice.as(undefined).get(`/${base}/openapi.json`)
    expect({ status: servedReply.status, text: JSON.parse(servedReply.text) }).toEqual({
      status: 200,
      text: JSON.parse(readFileSync(goldenFile, 'utf8')),
    })
    expect(
      (
        await suite.alice
          .as(undefined)
          .get(`/${base}/openapi.json`, { 'if-none-match': servedReply.headers['etag'] ?? '' })
      ).status,
    ).toBe(304)
  })

  it('has what OpenAPI 3.1 requires', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: expect.any(String), version: expect.any(String) },
    })
    for (const { path, operation } of describedOperations) {
      expect(path).toMatch(/^\//)
      expect(operation['operationId']).toEqual(expect.any(String))
      const parameters = operation['parameters'] as Json[]
      const inPath = parameters
        .filter((parameter) => parameter['in'] === 'path')
        .map((parameter) => `{${String(parameter['name'])}}`)
      expect(inPath).toEqual(path.match(/\{[^}]+\}/g) ?? [])
      for (const parameter of parameters)
        expect(parameter).toMatchObject({
          name: expect.any(String),
          in: expect.stringMatching(/^(path|query|header)$/),
          schema: expect.any(Object),
        })
      expect(
        new Set(parameters.map((parameter) => `${String(parameter['in'])} ${String(parameter['name'])}`)).size,
      ).toBe(parameters.length)
      for (const [status, response] of Object.entries(operation['responses'] as Record<string, Json>)) {
        expect(status).toMatch(/^[2-5]\d\d$/)
        expect(resolved(response)['description']).toEqual(expect.any(String))
      }
    }
  })

  it('has one name for each operation and schema, and no dead reference', () => {
    const names = describedOperations.map(({ operation }) => operation['operationId'])
    expect(new Set(names).size).toBe(names.length)
    let references = 0
    for (const [path, object] of objects(document, '#')) {
      if (typeof object['$ref'] !== 'string') continue
      references += 1
      expect(resolve(object['$ref']), `${path} → ${object['$ref']}`).toBeDefined()
    }
    expect(references).toBeGreaterThan(20)
    expect([...objects(document, '#')].filter(([, object]) => '$schema' in object || '$defs' in object)).toEqual([])
  })

  it('describes exactly the routes of the server', () => {
    const servedOperations = routes.map(({ operation }) => `${operation.method} ${operation.path}`)
    expect(describedOperations.map(({ path, method }) => `${method} ${path}`).toSorted()).toEqual(
      servedOperations.toSorted(),
    )
    expect(operations.map((operation) => `${operation.method} ${operation.path}`).toSorted()).toEqual(
      servedOperations.toSorted(),
    )
    expect(document['servers']).toEqual([{ url: base }])
  })

  it('names the scope that each operation needs', () => {
    const knownScopes: readonly unknown[] = plane === settingsPlane ? settingsScopes : scopes
    for (const operation of operations) {
      expect(operation.id === 'getCaller' ? [...knownScopes, undefined] : knownScopes).toContain(operation.scope)
      const found = describedOperations.find(({ operation: one }) => one['operationId'] === operation.id)
      expect(found?.operation['description'] ?? '').toContain(operation.scope ?? '')
      expect(found?.operation['security']).toEqual([{ apiKey: [] }])
    }
  })

  it('describes every operation, parameter, header and field', () => {
    const undescribedPaths: string[] = []
    for (const { path, method, operation } of describedOperations) {
      if (String(operation['summary']).length < 5 || String(operation['description']).length < 10)
        undescribedPaths.push(`${method} ${path}`)
      for (const parameter of operation['parameters'] as Json[])
        if (!parameter['description']) undescribedPaths.push(`${method} ${path} ${String(parameter['name'])}`)
    }
    for (const [path, object] of objects(document, '#')) {
      // Subschemas of anyOf, allOf and not repeat fields that are described elsewhere.
      const fields = /\/(?:anyOf|allOf|not|x-rules)(?:\/|$)/.test(path)
        ? {}
        : ((object['properties'] ?? {}) as Record<string, Json>)
      for (const [name, field] of Object.entries(fields))
        if (!field['description'] && !path.endsWith('/properties')) undescribedPaths.push(`${path} ${name}`)
    }
    expect(undescribedPaths).toEqual([])
  })

  it('links an operation that creates a record to every operation on it', () => {
    const createOperations = operations.filter(({ reply, method }) => reply.status === 201 && method === 'POST')
    for (const { id, path } of createOperations) {
      const links = resolve(`#/paths/${path.replaceAll('/', '~1')}/post/responses/201/links`) as
        | Record<string, { operationId: string }>
        | undefined
      const nextIds = operations
        .filter((one) => one.path.startsWith(`${path.split('/{id}')[0]}/{id}`))
        .map((one) => one.id)
      const linked = Object.values(links ?? {}).map(({ operationId }) => operationId)
      expect(linked.toSorted(), `links of ${id}`).toEqual(nextIds.toSorted())
      expect(nextIds.length).toBeGreaterThan(1)
    }
    expect(createOperations.length).toBeGreaterThan(1)
  })

  it('lists every code of every operation under its status, and no other', () => {
    for (const operation of operations) {
      const found = describedOperations.find(({ operation: one }) => one['operationId'] === operation.id)
      const responses = Object.entries(found?.operation['responses'] as Record<string, Json>).filter(
        ([status]) => Number(status) >= 400,
      )
      const listedCodes = responses.flatMap(([status, response]) => {
        const codes = resolved(response)['x-codes'] as (keyof typeof errorCodes)[]
        expect(codes.map((code) => errorCodes[code].status)).toEqual(codes.map(() => Number(status)))
        return codes
      })
      expect(listedCodes).toEqual(expect.arrayContaining([...operation.errors, 'internal_error', 'rate_limited']))
      expect(listedCodes.filter((code) => !(code in errorCodes))).toEqual([])
    }
  })

  it('limits every text, number and list that a client can send', () => {
    const requestParts = describedOperations.flatMap(({ operation }) => [
      operation['requestBody'],
      operation['parameters'],
    ])
    const openObjects: string[] = []
    const visit = (value: unknown, path: string, visited: ReadonlySet<unknown>): void => {
      if (typeof value !== 'object' || value === null || visited.has(value)) return
      const object = value as Json
      if (typeof object['$ref'] === 'string')
        return visit(resolve(object['$ref']), object['$ref'], new Set([...visited, value]))
      const isClosed = ['enum', 'const', 'pattern', 'format', 'maxLength'].some((name) => name in object)
      if (object['type'] === 'string' && !isClosed) openObjects.push(path)
      if ((object['type'] === 'number' || object['type'] === 'integer') && !('maximum' in object))
        openObjects.push(path)
      if (object['type'] === 'array' && !('maxItems' in object)) openObjects.push(path)
      const isLimited = object['additionalProperties'] === false || 'maxProperties' in object
      if (object['type'] === 'object' && !isLimited) openObjects.push(path)
      for (const [name, member] of Object.entries(object))
        visit(member, `${path}/${name}`, new Set([...visited, value]))
    }
    requestParts.forEach((one, index) => visit(one, String(index), new Set()))
    expect(openObjects.filter((path) => !path.endsWith('schema'))).toEqual([])
  })

  it('lists every error code in the schema of problems', () => {
    const problem = resolve('#/components/schemas/Problem') as { properties: { code: { enum: string[] } } }
    expect(problem.properties.code.enum.toSorted()).toEqual(Object.keys(errorCodes).toSorted())
  })
})
