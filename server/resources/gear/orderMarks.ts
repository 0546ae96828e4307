import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import type { Schema } from '../../db/schema.ts'

/** Number of items between two marks, counted from the oldest item. */
const MARK_DISTANCE = 64
/** Pages at smaller offsets are read from the newest item. */
const MIN_OFFSET = 512
/**
 * Number of requests for deep pages of a list before its marks are built. Building costs as much as about twenty such
 * requests.
 */
const MIN_DEEP_REQUESTS = 3
const MAX_LISTS = 100

interface Marks {
  /** The marks are valid while this is unchanged. */
  version: string
  ids: string[]
  requests: number
}

/** Runs a read, in a new transaction or in an open one. */
export type Read = <T>(job: (tx: Tx) => Promise<T>) => Promise<T>

export interface OrderMarks {
  /**
   * Finds the nearest mark at or before an offset: its id and the number of items to skip from there; `undefined` means
   * starting at the newest item.
   * @param read reads marks that are not cached. On a snapshot after `state` they may be wrong, but then the state's
   * versions are outdated too.
   */
  findStart(
    read: Read,
    state: AccountState,
    type: string | undefined,
    status: string | undefined,
    total: number,
    offset: number,
  ): Promise<{ id: string; skip: number } | undefined>
}

async function readMarks(
  tx: Tx,
  account: string,
  type: string | undefined,
  status: string | undefined,
  after: string,
): Promise<string[]> {
  const db = tx.builder<Schema>()
  const ranked = db
    .selectFrom('gear')
    .select(['id', sql<number>`row_number() over (order by id)`.as('rank')])
    .where('account_id', '=', account)
    .where('id', '>', after)
    .$if(type !== undefined, (query) => query.where('gear_type', '=', type ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
  const rows = await tx.query(
    db
      .selectFrom(ranked.as('ranked'))
      .select('id')
      .where(sql<number>`ranked.rank % ${sql.lit(MARK_DISTANCE)}`, '=', 0)
      .orderBy('id'),
  )
  return rows.map((row) => row.id)
}

/**
 * Creates marks, which make deep pages as cheap as the first page. Ranks count from the oldest item, so marks stay
 * valid until an item is deleted or, in a list by status, changes its status.
 */
export function createOrderMarks(): OrderMarks {
  const lists = new LRUCache<string, Marks>({ max: MAX_LISTS })
  const entryFor = (key: string, version: string): Marks => {
    const known = lists.get(key)
    if (known?.version === version) return known
    const created = { version, ids: [], requests: 0 }
    lists.set(key, created)
    return created
  }
  return {
    async findStart(read, state, type, status, total, offset) {
      if (offset < MIN_OFFSET) return undefined
      const marks = entryFor(
        `${state.account_id} ${type ?? ''} ${status ?? ''}`,
        `${state.epoch} ${status === undefined ? state.gear_removals : state.gear_moves}`,
      )
      marks.requests += 1
      if (marks.requests < MIN_DEEP_REQUESTS) return undefined
      // Rank of the page's newest item, counted from the oldest.
      const rank = total - offset
      const index = Math.ceil(rank / MARK_DISTANCE) - 1
      if (index >= marks.ids.length && total - marks.ids.length * MARK_DISTANCE > 4 * MARK_DISTANCE) {
        const known = marks.ids.length
        const newIds = await read((tx) => readMarks(tx, state.account_id, type, status, marks.ids.at(-1) ?? ''))
        // Concurrent requests all read the new marks; only the first appends them.
        if (marks.ids.length === known) marks.ids.push(...newIds)
      }
      const id = marks.ids[index]
      return id === undefined ? undefined : { id, skip: (index + 1) * MARK_DISTANCE - rank }
    },
  }
}
