import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { GoogleCalendarTable, GooglePushTable } from '../tables/googleCalendarTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

export type GoogleCalendarRow = GoogleCalendarTable
export type GooglePushRow = GooglePushTable

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const byCalendar = defineStatement<{ calendar: string }, GoogleCalendarRow>((db, arg) =>
  db.selectFrom('google_calendar').selectAll().where('calendar', '=', arg('calendar')),
)
const upsertCalendar = defineStatement<GoogleCalendarRow>((db, arg) =>
  db
    .insertInto('google_calendar')
    .values(arg.columns('calendar', 'google_id', 'mark', 'email', 'requested_at'))
    .onConflict((conflict) =>
      conflict.column('calendar').doUpdateSet(takeExcluded('google_id', 'mark', 'email', 'requested_at')),
    ),
)
const removeByMark = defineStatement<{ mark: string }>((db, arg) =>
  db.deleteFrom('google_calendar').where('mark', '=', arg('mark')),
)
const byGoogleId = defineStatement<{ google_id: string }, GooglePushRow>((db, arg) =>
  db.selectFrom('google_push').selectAll().where('google_id', '=', arg('google_id')),
)
const upsertPush = defineStatement<GooglePushRow>((db, arg) =>
  db
    .insertInto('google_push')
    .values(
      arg.columns('google_id', 'sync_token', 'reconciled_at', 'pushed_at', 'fault', 'fault_detail', 'fault_since'),
    )
    .onConflict((conflict) =>
      conflict
        .column('google_id')
        .doUpdateSet(takeExcluded('sync_token', 'reconciled_at', 'pushed_at', 'fault', 'fault_detail', 'fault_since')),
    ),
)

export const findGoogleCalendar = (tx: Tx, calendar: string): Promise<GoogleCalendarRow | undefined> =>
  tx.get(byCalendar, { calendar })

export const storeGoogleCalendar = (tx: Tx, row: GoogleCalendarRow): Promise<number> => tx.run(upsertCalendar, row)

/** Removes the row of a calendar that Google did not create. */
export const removeGoogleCalendar = (tx: Tx, mark: string): Promise<number> => tx.run(removeByMark, { mark })

/** Reads the state of a calendar at Google; empty before the first push. */
export async function readGooglePush(tx: Tx, google_id: string): Promise<GooglePushRow> {
  const empty = {
    google_id,
    sync_token: null,
    reconciled_at: null,
    pushed_at: null,
    fault: null,
    fault_detail: null,
    fault_since: null,
  }
  return (await tx.get(byGoogleId, { google_id })) ?? empty
}

/** Updates parts of a calendar's state. */
export async function updateGooglePush(
  tx: Tx,
  googleId: string,
  changes: Partial<Omit<GooglePushRow, 'google_id'>>,
): Promise<void> {
  await tx.run(upsertPush, { ...(await readGooglePush(tx, googleId)), ...changes })
}
