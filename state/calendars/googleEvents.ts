import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { GoogleEventTable } from '../tables/googleCalendarTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

export type GoogleEventRow = GoogleEventTable

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectAll = defineStatement<{ google_id: string }, GoogleEventRow>((db, arg) =>
  db.selectFrom('google_event').selectAll().where('google_id', '=', arg('google_id')).orderBy('shoot_id'),
)
const upsert = defineStatement<GoogleEventRow>((db, arg) =>
  db
    .insertInto('google_event')
    .values(
      arg.columns('google_id', 'shoot_id', 'generation', 'is_shown', 'etag', 'hash', 'title', 'refusal', 'edited_at'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['google_id', 'shoot_id'])
        .doUpdateSet(takeExcluded('generation', 'is_shown', 'etag', 'hash', 'title', 'refusal', 'edited_at')),
    ),
)

/** Creates the row of a record that has no event. */
export const toNewEventRow = (google_id: string, shoot_id: string): GoogleEventRow => ({
  google_id,
  shoot_id,
  generation: 0,
  is_shown: 0,
  etag: null,
  hash: null,
  title: '',
  refusal: null,
  edited_at: null,
})

export const listGoogleEvents = (tx: Tx, google_id: string): Promise<GoogleEventRow[]> =>
  tx.all(selectAll, { google_id })

export const storeGoogleEvent = (tx: Tx, row: GoogleEventRow): Promise<number> => tx.run(upsert, row)
