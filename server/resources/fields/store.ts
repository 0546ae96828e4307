import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { GearFieldRow, GearFieldValueRow } from '../../db/fieldRows.ts'
import { defineStatement } from '../../db/statement.ts'

type ValueKey = Omit<GearFieldValueRow, 'unique_key'>

const ofAccount = defineStatement<{ account: string }, GearFieldRow>((db, arg) =>
  db.selectFrom('gear_field').selectAll().where('account_id', '=', arg('account')).orderBy('id'),
)

const insert = defineStatement<GearFieldRow>((db, arg) =>
  db
    .insertInto('gear_field')
    .values(
      arg.columns(
        'account_id',
        'id',
        'name',
        'label',
        'gear_type',
        'type',
        'unit',
        'choices',
        'is_unique',
        'is_filterable',
        'help',
        'state',
        'cursor',
        'actor',
        'created_at',
        'updated_at',
      ),
    ),
)

const update = defineStatement<GearFieldRow>((db, arg) =>
  db
    .updateTable('gear_field')
    .set(
      arg.columns(
        'label',
        'unit',
        'choices',
        'is_unique',
        'is_filterable',
        'help',
        'state',
        'cursor',
        'actor',
        'updated_at',
      ),
    )
    .where('account_id', '=', arg('account_id'))
    .where('id', '=', arg('id')),
)

const remove = defineStatement<{ account: string; id: string }>((db, arg) =>
  db.deleteFrom('gear_field').where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

const insertValue = defineStatement<GearFieldValueRow>((db, arg) =>
  db.insertInto('gear_field_value').values(arg.columns('account_id', 'field', 'key', 'gear_id', 'unique_key')),
)

const removeValue = defineStatement<ValueKey>((db, arg) =>
  db
    .deleteFrom('gear_field_value')
    .where('account_id', '=', arg('account_id'))
    .where('field', '=', arg('field'))
    .where('key', '=', arg('key'))
    .where('gear_id', '=', arg('gear_id')),
)

const removeAllValues = defineStatement<{ account: string; field: string }>((db, arg) =>
  db.deleteFrom('gear_field_value').where('account_id', '=', arg('account')).where('field', '=', arg('field')),
)

type FieldKey = { account: string; field: string; key: string }

const holder = defineStatement<FieldKey, { gear_id: string }>((db, arg) =>
  db
    .selectFrom('gear_field_value')
    .select('gear_id')
    .where('account_id', '=', arg('account'))
    .where('field', '=', arg('field'))
    .where('key', '=', arg('key'))
    .limit(sql.lit(1)),
)

const repeatedKeys = defineStatement<{ account: string; field: string; limit: number }, { gear_id: string }>(
  (db, arg) =>
    db
      .selectFrom('gear_field_value')
      .select((row) => row.fn.min('gear_id').as('gear_id'))
      .where('account_id', '=', arg('account'))
      .where('field', '=', arg('field'))
      .groupBy('key')
      .having((row) => row.fn.countAll(), '>', sql.lit(1))
      .orderBy('gear_id')
      .limit(arg('limit')),
)

const setUniqueKeys = defineStatement<{ account: string; field: string }>((db, arg) =>
  db
    .updateTable('gear_field_value')
    .set((row) => ({ unique_key: row.ref('key') }))
    .where('account_id', '=', arg('account'))
    .where('field', '=', arg('field')),
)

const clearUniqueKeys = defineStatement<{ account: string; field: string }>((db, arg) =>
  db
    .updateTable('gear_field_value')
    .set({ unique_key: sql.lit(null) })
    .where('account_id', '=', arg('account'))
    .where('field', '=', arg('field')),
)

const unfinished = defineStatement<object, { account_id: string; id: string }>((db) =>
  db
    .selectFrom('gear_field')
    .select(['account_id', 'id'])
    .where('state', '<>', sql.lit('active'))
    .orderBy('account_id')
    .orderBy('id'),
)

/** Reads the definitions of an account, oldest first. */
export const readFieldRows = (tx: Tx, account: string): Promise<GearFieldRow[]> => tx.all(ofAccount, { account })

export const insertField = (tx: Tx, row: GearFieldRow): void => tx.send(insert, row)
export const storeField = (tx: Tx, row: GearFieldRow): void => tx.send(update, row)
export const removeField = (tx: Tx, account: string, id: string): void => tx.send(remove, { account, id })

export const insertFieldValue = (tx: Tx, row: GearFieldValueRow): void => tx.append(insertValue, row)
export const removeFieldValue = (tx: Tx, key: ValueKey): void => tx.send(removeValue, key)
export const removeFieldValues = (tx: Tx, account: string, field: string): void =>
  tx.send(removeAllValues, { account, field })

/** Finds an item that has a value. */
export const findHolder = async (tx: Tx, account: string, field: string, key: string): Promise<string | undefined> =>
  (await tx.get(holder, { account, field, key }))?.gear_id

/** Finds one item of each value that several items have. */
export const findRepeated = async (tx: Tx, account: string, field: string, limit: number): Promise<string[]> =>
  (await tx.all(repeatedKeys, { account, field, limit })).map((row) => row.gear_id)

export const storeUniqueKeys = (tx: Tx, account: string, field: string, isUnique: boolean): void =>
  tx.send(isUnique ? setUniqueKeys : clearUniqueKeys, { account, field })

/** Fields whose values are being collected or deleted, of all accounts. */
export const listUnfinished = (tx: Tx): Promise<{ account_id: string; id: string }[]> => tx.all(unfinished, {})
