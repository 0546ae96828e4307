// Tags are compared by keys. When the rule of the keys changes, this brings the stored ones up to date, and names tags
// that have become one.
import { sql } from 'kysely'
import { foldTag } from '../../platform/foldText.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { lockAccountState, storeAccountState } from './accountState.ts'
import type { Schema } from './schema.ts'

const MAX_LOGGED_PAIRS = 20

interface TagKey {
  account: string
  key: string
}

interface TagPair {
  key: string
  ids: [kept: string, other: string]
}

/** Reads the keys that another rule has made. They are not plain ASCII, and the index alone has them. */
async function readStaleKeys(tx: Tx, account?: string): Promise<TagKey[]> {
  const keys = await tx.query(
    tx
      .builder<Schema>()
      .selectFrom('gear')
      .select(['account_id as account', sql<string>`asset_tag_key`.as('key')])
      .where('asset_tag_key', 'is not', null)
      .where(sql<boolean>`octet_length(asset_tag_key) > length(asset_tag_key)`)
      .$if(account !== undefined, (query) => query.where('account_id', '=', account ?? '')),
  )
  return keys.filter(({ key }) => foldTag(key) !== key)
}

async function findOwner(tx: Tx, account: string, key: string): Promise<string | undefined> {
  const gear = tx.builder<Schema>().selectFrom('gear').select('id')
  return (await tx.query(gear.where('account_id', '=', account).where('asset_tag_key', '=', key)))[0]?.id
}

/** Renews the keys of one account. A key that is taken stays, so both items keep working. @returns the pairs */
async function refoldAccount(tx: Tx, account: string): Promise<TagPair[]> {
  const state = await lockAccountState(tx, account)
  const stale = await readStaleKeys(tx, account)
  const pairs: TagPair[] = []
  for (const { key } of stale) {
    const next = foldTag(key)
    const owner = await findOwner(tx, account, next)
    if (owner !== undefined) {
      pairs.push({ key: next, ids: [owner, (await findOwner(tx, account, key)) ?? ''] })
      continue
    }
    const update = tx.builder<Schema>().updateTable('gear').set({ asset_tag_key: next })
    await tx.query(update.where('account_id', '=', account).where('asset_tag_key', '=', key))
  }
  if (pairs.length === stale.length) return pairs
  state.gear_version += 1
  storeAccountState(tx, state)
  return pairs
}

/**
 * Brings the keys of tags up to date, and logs items whose tags count as one. They keep their tags until one is
 * changed.
 */
export async function refoldTags(db: Database, log: Logger): Promise<void> {
  const stale = await db.read((tx) => readStaleKeys(tx))
  for (const account of new Set(stale.map((row) => row.account))) {
    const pairs = await db.write((tx) => refoldAccount(tx, account))
    if (pairs.length > 0)
      log.warn(
        { account, pairs: pairs.slice(0, MAX_LOGGED_PAIRS) },
        `${pairs.length} items have a tag that counts as that of another item, because only dashes, width or invisible characters differ. Both keep working: give one of each pair another tag`,
      )
  }
}
