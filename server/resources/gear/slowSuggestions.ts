import type { Tx } from '../../../platform/sql/types.ts'
import { readAccountState, type AccountState } from '../../db/accountState.ts'
import type { Schema } from '../../db/schema.ts'
import { buildCancellationConditions } from '../shared/search.ts'
import type { FoundRecords } from '../shared/list.ts'
import { readRecords } from './recordsById.ts'
import type { GearRecord } from './record.ts'

export interface SuggestionSearch {
  account: string
  field: 'storage_location' | 'asset_tag'
  /** Folded start of the values; empty for all. */
  start: string
  limit: number
}

const keyColumns = { storage_location: 'location_key', asset_tag: 'asset_tag_key' } as const
/** Text followed by this character sorts after every text that begins with it. */
const LAST_CHARACTER = '\u{10ffff}'

/** Finds distinct values as JSON texts, sorted by their keys. Each has the spelling of the oldest item with it. */
export async function findSuggestions(
  tx: Tx,
  { account, field, start, limit }: SuggestionSearch,
): Promise<FoundRecords> {
  const key = keyColumns[field]
  const items = tx.builder<Schema>().selectFrom('gear').where('account_id', '=', account).where(key, 'is not', null)
  const rows = await tx.query(
    buildCancellationConditions(tx)
      .reduce((query, condition) => query.where(condition), items)
      .$if(start !== '', (query) => query.where(key, '>=', start).where(key, '<', start + LAST_CHARACTER))
      .select((expression) => [expression.fn.countAll<string | number>().as('items'), expression.fn.min('id').as('id')])
      .groupBy(key)
      .orderBy(key)
      .limit(limit),
  )
  const ids = rows.map(({ id }) => id)
  const records = await readRecords(tx, account, ids)
  const texts = records.map((record, index) =>
    JSON.stringify({ value: (JSON.parse(record) as GearRecord)[field], items: Number(rows[index]?.items) }),
  )
  return { records: texts, total: texts.length }
}

export async function read(tx: Tx, search: SuggestionSearch): Promise<{ state: AccountState; found: FoundRecords }> {
  return { state: await readAccountState(tx, search.account), found: await findSuggestions(tx, search) }
}
