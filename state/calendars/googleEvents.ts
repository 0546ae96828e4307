import { sql } from 'kysely'
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
      arg.columns(
        'google_id',
        'shoot_id',
        'generation',
        'is_shown',
        'etag',
        'hash',
        'title',
        'refusal',
        'refused_at',
        'edited_at',
        'repeated_at',
      ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['google_id', 'shoot_id'])
        .doUpdateSet(
          takeExcluded(
            'generation',
            'is_shown',
            'etag',
            'hash',
            'title',
            'refusal',
            'refused_at',
            'edited_at',
            'repeated_at',
          ),
        ),
    ),
)
const forgetRefusals = defineStatement<{ google_id: string }>((db, arg) =>
  db
    .updateTable('google_event')
    .set({ refused_at: sql.lit(null) })
    .where('google_id', '=', arg('google_id'))
    .where('refusal', 'is not', null),
)
const countRetried = defineStatement<{ google_id: string }, { total: number }>((db, arg) =>
  db
    .selectFrom('google_event')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('google_id', '=', arg('google_id'))
    .where('refusal', 'is not', null)
    .where('refused_at', 'is', null),
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
  refused_at: null,
  edited_at: null,
  repeated_at: null,
})

export const listGoogleEvents = (tx: Tx, google_id: string): Promise<GoogleEventRow[]> =>
  tx.all(selectAll, { google_id })

export const storeGoogleEvent = (tx: Tx, row: GoogleEventRow): Promise<number> => tx.run(upsert, row)

/** Makes the next push try the refused events of a calendar again. */
export const retryRefusedEvents = (tx: Tx, google_id: string): Promise<number> => tx.run(forgetRefusals, { google_id })

/** Counts the refused events that the next push tries again because a person asked for it. */
export const countRetriedEvents = async (tx: Tx, google_id: string): Promise<number> =>
  (await tx.get(countRetried, { google_id }))?.total ?? 0
