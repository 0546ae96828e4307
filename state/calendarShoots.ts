import { sql } from 'kysely'
import { createStatementBuilder } from '../platform/sql/statement.ts'
import type { Tx } from '../platform/sql/types.ts'
import type { CalendarReadTable, CalendarShootTable } from './calendarTables.ts'
import type { StateTables } from './schema.ts'

export type ShootRow = CalendarShootTable
export type ShootsRead = Omit<CalendarReadTable, 'name'>

const READ_NAME = 'shoots'

const defineStatement = createStatementBuilder<StateTables>()
const selectAll = defineStatement<object, ShootRow>((db) => db.selectFrom('calendar_shoot').selectAll().orderBy('id'))
const upsert = defineStatement<ShootRow>((db, arg) =>
  db
    .insertInto('calendar_shoot')
    .values({
      id: arg('id'),
      record: arg('record'),
      fingerprint: arg('fingerprint'),
      sequence: arg('sequence'),
      modified_at: arg('modified_at'),
      ended_at: arg('ended_at'),
      status_shown: arg('status_shown'),
      deleted: arg('deleted'),
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((e) => ({
        record: e.ref('excluded.record'),
        fingerprint: e.ref('excluded.fingerprint'),
        sequence: e.ref('excluded.sequence'),
        modified_at: e.ref('excluded.modified_at'),
        ended_at: e.ref('excluded.ended_at'),
        status_shown: e.ref('excluded.status_shown'),
        deleted: e.ref('excluded.deleted'),
      })),
    ),
)
const remove = defineStatement<{ id: string }>((db, arg) => db.deleteFrom('calendar_shoot').where('id', '=', arg('id')))
const removeDeleted = defineStatement<{ before: string }>((db, arg) =>
  db.deleteFrom('calendar_shoot').where('deleted', '=', sql.lit(1)).where('ended_at', '<', arg('before')),
)
const addToSequences = defineStatement<{ by: number }>((db, arg) =>
  db.updateTable('calendar_shoot').set((e) => ({ sequence: e('sequence', '+', arg('by')) })),
)
const findRead = defineStatement<{ name: string }, ShootsRead>((db, arg) =>
  db.selectFrom('calendar_read').select(['etag', 'from_day', 'epoch', 'time_zone', 'read_at']).where('name', '=', arg('name')),
)
const upsertRead = defineStatement<CalendarReadTable>((db, arg) =>
  db
    .insertInto('calendar_read')
    .values({
      name: arg('name'),
      etag: arg('etag'),
      from_day: arg('from_day'),
      epoch: arg('epoch'),
      time_zone: arg('time_zone'),
      read_at: arg('read_at'),
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((e) => ({
        etag: e.ref('excluded.etag'),
        from_day: e.ref('excluded.from_day'),
        epoch: e.ref('excluded.epoch'),
        time_zone: e.ref('excluded.time_zone'),
        read_at: e.ref('excluded.read_at'),
      })),
    ),
)

export const listShootRows = (tx: Tx): Promise<ShootRow[]> => tx.all(selectAll, {})

export const storeShootRow = (tx: Tx, row: ShootRow): Promise<number> => tx.run(upsert, row)

/** Removes a shoot without a tombstone. */
export const removeShootRow = (tx: Tx, id: string): Promise<number> => tx.run(remove, { id })

export const removeDeletedShoots = (tx: Tx, before: string): Promise<number> => tx.run(removeDeleted, { before })

export const raiseSequences = (tx: Tx, by: number): Promise<number> => tx.run(addToSequences, { by })

export const findShootsRead = (tx: Tx): Promise<ShootsRead | undefined> => tx.get(findRead, { name: READ_NAME })

export const storeShootsRead = (tx: Tx, read: ShootsRead): Promise<number> => tx.run(upsertRead, { name: READ_NAME, ...read })
