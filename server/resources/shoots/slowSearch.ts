import type { Tx } from '../../../platform/sql/types.ts'
import { readAccountState, type AccountState } from '../../db/accountState.ts'
import type { FoundRecords, PageRequest } from '../shared/list.ts'
import type { ShootFilter } from './page.ts'
import { searchShoots } from './search.ts'

export interface SlowShootSearch {
  account: string
  filter: ShootFilter
  q: string
  page: PageRequest
}

export async function read(
  tx: Tx,
  { account, filter, q, page }: SlowShootSearch,
): Promise<{ state: AccountState; found: FoundRecords }> {
  const state = await readAccountState(tx, account)
  return { state, found: await searchShoots(tx, state, filter, q, page) }
}
