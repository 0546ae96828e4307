import { LRUCache } from 'lru-cache'
import type { Category } from '../../../contract/api/categories.ts'
import { accessoryCategories } from '../../../contract/api/gearFields.ts'
import { describeChoice, type IssueFault } from '../../../contract/describeIssue.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import type { GearCategoryRow } from '../../db/categoryRows.ts'
import { readCategoryRows } from './store.ts'

const MAX_ACCOUNTS = 500
const NONE: readonly Category[] = []
const cache = new LRUCache<string, readonly Category[]>({ max: MAX_ACCOUNTS })

export const toCategory = ({ id, name, label, created_at, updated_at }: GearCategoryRow): Category => ({
  id,
  name,
  label,
  created_at,
  updated_at,
})

/**
 * Reads the categories that the account has added. `fields_version` rises with each change of them, so they are cached
 * by it in each process.
 */
export async function readCategories(
  tx: Tx,
  state: Pick<AccountState, 'account_id' | 'epoch' | 'fields_version'>,
): Promise<readonly Category[]> {
  if (state.fields_version === 0) return NONE
  const key = `${state.account_id} ${state.epoch} ${state.fields_version}`
  const known = cache.get(key)
  if (known) return known
  const categories = (await readCategoryRows(tx, state.account_id)).map(toCategory)
  cache.set(key, categories)
  return categories
}

/** True for categories that every account has. Others are checked by the account's own. */
export const isBuiltIn = (category: unknown): boolean => (accessoryCategories as readonly unknown[]).includes(category)

/** Checks a category that is not built in. The account is locked in a write, so it stays until the commit. */
export function findCategoryFault(own: readonly Category[], category: unknown): IssueFault | undefined {
  if (own.some(({ name }) => name === category)) return undefined
  return describeChoice([...accessoryCategories, ...own.map(({ name }) => name)], category)
}
