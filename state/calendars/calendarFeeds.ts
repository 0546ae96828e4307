import { sql } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { CalendarFeedTable } from '../tables/calendarTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

export type FeedRow = CalendarFeedTable

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectAll = defineStatement<object, FeedRow>((db) =>
  db.selectFrom('calendar_feed').selectAll().orderBy('calendar'),
)
const byCalendar = defineStatement<{ calendar: string }, FeedRow>((db, arg) =>
  db.selectFrom('calendar_feed').selectAll().where('calendar', '=', arg('calendar')),
)
const insert = defineStatement<{ calendar: string; minutes: number }>((db, arg) =>
  db
    .insertInto('calendar_feed')
    .values({ calendar: arg('calendar'), default_minutes: arg('minutes'), revision: sql.lit(0) })
    .onConflict((conflict) => conflict.doNothing()),
)
const updateDefaultMinutes = defineStatement<{ calendar: string; minutes: number }>((db, arg) =>
  db
    .updateTable('calendar_feed')
    .set((e) => ({ default_minutes: arg('minutes'), revision: e('revision', '+', sql.lit(1)) }))
    .where('calendar', '=', arg('calendar'))
    .where('default_minutes', '<>', arg('minutes')),
)
type Token = { calendar: string; sha256: string; at: string }
const replaceToken = defineStatement<Token>((db, arg) =>
  db
    .updateTable('calendar_feed')
    .set({ token_sha256: arg('sha256'), issued_at: arg('at'), fetched_at: sql.lit(null) })
    .where('calendar', '=', arg('calendar')),
)
const insertFirstToken = defineStatement<Token>((db, arg) =>
  db
    .updateTable('calendar_feed')
    .set({ token_sha256: arg('sha256'), issued_at: arg('at') })
    .where('calendar', '=', arg('calendar'))
    .where('token_sha256', 'is', null),
)
const removeToken = defineStatement<{ calendar: string }>((db, arg) =>
  db
    .updateTable('calendar_feed')
    .set({ token_sha256: sql.lit(null), issued_at: sql.lit(null), fetched_at: sql.lit(null) })
    .where('calendar', '=', arg('calendar'))
    .where('token_sha256', 'is not', null),
)
const setFetched = defineStatement<{ calendar: string; at: string }>((db, arg) =>
  db
    .updateTable('calendar_feed')
    .set({ fetched_at: arg('at') })
    .where('calendar', '=', arg('calendar')),
)
const replaceContent = defineStatement<{ calendar: string; previous: string; sha256: string; at: string }>((db, arg) =>
  db
    .updateTable('calendar_feed')
    .set({ content_sha256: arg('sha256'), modified_at: arg('at') })
    .where('calendar', '=', arg('calendar'))
    .where((row) => row(row.fn.coalesce('content_sha256', sql.lit('')), '=', arg('previous'))),
)

export const listFeeds = (tx: Tx): Promise<FeedRow[]> => tx.all(selectAll, {})

/**
 * Loads a calendar's feed; creates it on first use.
 * @param defaultMinutes default duration of shoots; a change increments the revision
 */
export async function loadFeedRow(tx: Tx, calendar: string, defaultMinutes: number): Promise<FeedRow> {
  await tx.run(insert, { calendar, minutes: defaultMinutes })
  await tx.run(updateDefaultMinutes, { calendar, minutes: defaultMinutes })
  const row = await tx.get(byCalendar, { calendar })
  if (!row) throw new Error(`the calendar ${calendar} was not kept`)
  return row
}

/** Stores a feed's first token. @returns 0 when it already has one */
export const storeFirstToken = (tx: Tx, token: Token): Promise<number> => tx.run(insertFirstToken, token)

/** Replaces a feed's token; the previous one is invalid after the commit. */
export const replaceFeedToken = (tx: Tx, token: Token): Promise<number> => tx.run(replaceToken, token)

/** Removes a feed's token, which is invalid after the commit. @returns 0 when it has none */
export const removeFeedToken = (tx: Tx, calendar: string): Promise<number> => tx.run(removeToken, { calendar })

export const recordFeedFetch = (tx: Tx, calendar: string, at: string): Promise<number> =>
  tx.run(setFetched, { calendar, at })

/** Replaces the hash that `feed` has. @returns 0 if another worker has stored another one */
export const replaceFeedContentHash = (tx: Tx, feed: FeedRow, sha256: string, at: string): Promise<number> =>
  tx.run(replaceContent, { calendar: feed.calendar, previous: feed.content_sha256 ?? '', sha256, at })
