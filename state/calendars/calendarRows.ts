import { sql } from 'kysely'
import type { CalendarKindName } from '../../contract/control/calendars.ts'
import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { CalendarReadTable, CalendarShootTable } from '../tables/calendarTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

export type CalendarRow = CalendarShootTable
export type CalendarRead = CalendarReadTable

interface OfKind {
  kind: CalendarKindName
}

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectAll = defineStatement<OfKind, CalendarRow>((db, arg) =>
  db.selectFrom('calendar_shoot').selectAll().where('kind', '=', arg('kind')).orderBy('id'),
)
const upsert = defineStatement<CalendarRow>((db, arg) =>
  db
    .insertInto('calendar_shoot')
    .values(
      arg.columns(
        'kind',
        'id',
        'record',
        'fingerprint',
        'sequence',
        'modified_at',
        'ended_at',
        'status_shown',
        'deleted',
      ),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(
          takeExcluded('record', 'fingerprint', 'sequence', 'modified_at', 'ended_at', 'status_shown', 'deleted'),
        ),
    ),
)
const remove = defineStatement<{ id: string }>((db, arg) => db.deleteFrom('calendar_shoot').where('id', '=', arg('id')))
const removeDeleted = defineStatement<OfKind & { before: string }>((db, arg) =>
  db
    .deleteFrom('calendar_shoot')
    .where('kind', '=', arg('kind'))
    .where('deleted', '=', sql.lit(1))
    .where('ended_at', '<', arg('before')),
)
const addToSequences = defineStatement<OfKind & { by: number }>((db, arg) =>
  db
    .updateTable('calendar_shoot')
    .set((e) => ({ sequence: e('sequence', '+', arg('by')) }))
    .where('kind', '=', arg('kind')),
)
const findRead = defineStatement<OfKind, CalendarRead>((db, arg) =>
  db.selectFrom('calendar_read').selectAll().where('name', '=', arg('kind')),
)
const upsertRead = defineStatement<CalendarReadTable>((db, arg) =>
  db
    .insertInto('calendar_read')
    .values(arg.columns('name', 'etag', 'items_etag', 'from_day', 'epoch', 'time_zone', 'read_at'))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(takeExcluded('etag', 'items_etag', 'from_day', 'epoch', 'time_zone', 'read_at')),
    ),
)

export const listCalendarRows = (tx: Tx, kind: CalendarKindName): Promise<CalendarRow[]> => tx.all(selectAll, { kind })

export const storeCalendarRow = (tx: Tx, row: CalendarRow): Promise<number> => tx.run(upsert, row)

/** Removes a record without a tombstone. */
export const removeCalendarRow = (tx: Tx, id: string): Promise<number> => tx.run(remove, { id })

export const removeDeletedRows = (tx: Tx, kind: CalendarKindName, before: string): Promise<number> =>
  tx.run(removeDeleted, { kind, before })

export const raiseSequences = (tx: Tx, kind: CalendarKindName, by: number): Promise<number> =>
  tx.run(addToSequences, { kind, by })

/** Finds the last reading of a kind; undefined before the first. */
export const findCalendarRead = (tx: Tx, kind: CalendarKindName): Promise<CalendarRead | undefined> =>
  tx.get(findRead, { kind })

export const storeCalendarRead = (tx: Tx, read: CalendarRead): Promise<number> => tx.run(upsertRead, read)
