import type { Tx } from '../../../platform/sql/types.ts'
import { readAccountState, type AccountState } from '../../db/accountState.ts'
import type { Found, PageRequest } from '../shared/list.ts'
import { searchGear, type Search } from './search.ts'

export interface SlowGearSearch {
  account: string
  search: Search
  page: PageRequest
}

export async function read(tx: Tx, { account, search, page }: SlowGearSearch): Promise<{ state: AccountState; found: Found }> {
  const state = await readAccountState(tx, account)
  return { state, found: await searchGear(tx, state, search, page) }
}
