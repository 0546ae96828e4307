import type { Tx } from '../../../platform/sql/types.ts'
import { readAccountState, type AccountState } from '../../db/accountState.ts'
import type { FoundRecords, PageRequest } from '../shared/list.ts'
import { countMatches, readMatches, type GearSearch } from './search.ts'

export interface SlowGearSearch {
  account: string
  search: GearSearch
  page: PageRequest
}

export async function read(tx: Tx, { account, search, page }: SlowGearSearch): Promise<{ state: AccountState; found: FoundRecords }> {
  // On PostgreSQL they share a round trip.
  const [state, total] = await Promise.all([readAccountState(tx, account), countMatches(tx, account, search)])
  return { state, found: await readMatches(tx, state, search, page, total) }
}
