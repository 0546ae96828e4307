import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import type { Schema } from '../../db/schema.ts'

/** A mark stands at every so many items, counted from the oldest. */
const STEP = 64
/** Offsets below this are walked from the newest item. */
const NEAR = 512
/** Marks are made when a list was asked for this many deep pages: making them costs as much as some twenty deep walks. */
const WORTH_AFTER = 3
const MAX_LISTS = 100

interface Marks {
  /** What must be the same for the marks to hold. */
  valid: string
  /** Id of the item at rank STEP, 2 × STEP, … from the oldest. */
  ids: string[]
  asked: number
}

export interface OrderMarks {
  /** A place at or before the offset to walk from: the id to begin at and how many items to skip from there; `undefined` means from the newest. */
  nearest(
    tx: Tx,
    state: AccountState,
    type: string | undefined,
    status: string | undefined,
    total: number,
    offset: number,
  ): Promise<{ id: string; skip: number } | undefined>
}

/** Ids at every STEP-th rank behind a given id. */
async function readMarks(tx: Tx, account: string, type: string | undefined, status: string | undefined, after: string): Promise<string[]> {
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
      .where(sql<number>`ranked.rank % ${sql.lit(STEP)}`, '=', 0)
      .orderBy('id'),
  )
  return rows.map((row) => row.id)
}

/**
 * Makes deep pages cost the same as the first one. Ranks are counted from the oldest item, because new items only come at the other end:
 * marks stay right until an item is deleted or, for a list by status, moves to another status.
 */
export function createOrderMarks(): OrderMarks {
  const lists = new LRUCache<string, Marks>({ max: MAX_LISTS })
  const entryFor = (key: string, valid: string): Marks => {
    const known = lists.get(key)
    if (known?.valid === valid) return known
    const fresh = { valid, ids: [], asked: 0 }
    lists.set(key, fresh)
    return fresh
  }
  return {
    async nearest(tx, state, type, status, total, offset) {
      if (offset < NEAR) return undefined
      const marks = entryFor(
        `${state.account_id} ${type ?? ''} ${status ?? ''}`,
        `${state.epoch} ${status === undefined ? state.gear_removals : state.gear_moves}`,
      )
      marks.asked += 1
      if (marks.asked < WORTH_AFTER) return undefined
      // The newest item of the page has this rank, counted from the oldest.
      const rank = total - offset
      const place = Math.ceil(rank / STEP) - 1
      if (place >= marks.ids.length && total - marks.ids.length * STEP > 4 * STEP) {
        const known = marks.ids.length
        const more = await readMarks(tx, state.account_id, type, status, marks.ids.at(-1) ?? '')
        // Requests of one packet come here together: only the first adds what all have read.
        if (marks.ids.length === known) marks.ids.push(...more)
      }
      const id = marks.ids[place]
      return id === undefined ? undefined : { id, skip: (place + 1) * STEP - rank }
    },
  }
}
