import { undefinedIfNotFound } from '../../client/undefinedIfNotFound.ts'
import { listFields, type CustomField } from '../../contract/api/customFields.ts'
import type { Api } from './api.ts'

/** Reads the own fields of the account. An API server of an earlier version has none. */
export const readOwnFields = async (api: Api, signal?: AbortSignal): Promise<CustomField[]> =>
  (await undefinedIfNotFound(api.call(listFields, {}, signal ? { signal } : {})))?.body.data ?? []
