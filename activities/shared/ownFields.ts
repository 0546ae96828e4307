// Own fields in plans and tables stand beside an item's other fields: `fields.supplier`. Records nest them.
import { undefinedIfNotFound } from '../../client/undefinedIfNotFound.ts'
import { listFields, type CustomField } from '../../contract/api/customFields.ts'
import { isCustomTarget, toCustomName, toCustomTarget } from '../../sheets/vocabulary/customFields.ts'
import type { Api } from './api.ts'

/** Reads the own fields of the account. An API server of an earlier version has none. */
export const readOwnFields = async (api: Api, signal?: AbortSignal): Promise<CustomField[]> =>
  (await undefinedIfNotFound(api.call(listFields, {}, signal ? { signal } : {})))?.body.data ?? []

/** Puts the own fields of an item or of its updates beside the other fields. */
export function flattenOwnFields<T extends { fields?: Readonly<Record<string, unknown>> }>(item: T): T {
  const { fields, ...rest } = item
  if (fields === undefined) return item
  const own = Object.entries(fields).map(([name, value]) => [toCustomTarget(name), value])
  return { ...rest, ...Object.fromEntries(own) } as T
}

/** Nests own fields, as bodies have them. */
export function nestOwnFields(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = Object.entries(values).filter(([field]) => isCustomTarget(field))
  if (own.length === 0) return { ...values }
  const rest = Object.entries(values).filter(([field]) => !isCustomTarget(field))
  return {
    ...Object.fromEntries(rest),
    fields: Object.fromEntries(own.map(([field, value]) => [toCustomName(field), value])),
  }
}
