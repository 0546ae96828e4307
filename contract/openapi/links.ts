import type { ApiOperation } from '../operation.ts'
import type { Json } from './schemas.ts'

/** Creates OpenAPI links from a created record to every operation on its id. */
export function linksOf(operation: ApiOperation, all: readonly ApiOperation[]): Json | undefined {
  if (operation.method !== 'POST' || operation.reply.status !== 201) return undefined
  const path = operation.path.split('/{id}')[0] ?? ''
  const linkedOperations = all.filter((one) => one.params?.['id'] !== undefined && one.path.startsWith(`${path}/{id}`))
  const id = '$response.body#/data/id'
  const parametersOf = (one: ApiOperation): Json => ({
    id,
    ...(one.errors.includes('precondition_failed') && { 'header.If-Match': '$response.header.ETag' }),
  })
  return Object.fromEntries(
    linkedOperations.map((one) => [
      one.id,
      { operationId: one.id, parameters: parametersOf(one), description: one.summary },
    ]),
  )
}
