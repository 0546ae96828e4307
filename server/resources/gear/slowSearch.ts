import type { Tx } from '../../../platform/sql/types.ts'
import { readAccountState, type AccountState } from '../../db/accountState.ts'
import type { FoundRecords, PageRequest } from '../shared/list.ts'
import { searchGear, type GearSearch } from './search.ts'

export interface SlowGearSearch {
  account: string
  search: GearSearch
  page: PageRequest
}

export async function read(tx: Tx, { account, search, page }: SlowGearSearch): Promise<{ state: AccountState; found: FoundRecords }> {
  const state = await readAccountState(tx, account)
  return { state, found: await searchGear(tx, state, search, page) }
}
