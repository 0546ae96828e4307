import { undefinedIfNotFound } from '../../client/undefinedIfNotFound.ts'
import { listCategories, type Category } from '../../contract/api/categories.ts'
import type { Api } from './api.ts'

/** Reads the categories that the account has added. An API server of an earlier version has none. */
export const readOwnCategories = async (api: Api, signal?: AbortSignal): Promise<Category[]> =>
  (await undefinedIfNotFound(api.call(listCategories, {}, signal ? { signal } : {})))?.body.data ?? []
