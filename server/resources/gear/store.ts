import type { Tx } from '../../../platform/sql/types.ts'
import { defineLookup } from '../../db/lookup.ts'
import { gearColumns, toColumnValues, type GearColumns } from '../../db/gearColumns.ts'
import { upgradeRow } from '../../db/recordSchema.ts'
import type { GearRow } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'

export const gearById = defineLookup('gear', 'id', ['record', 'name_id', 'asset_tag_key'])
export const gearByTag = defineLookup('gear', 'asset_tag_key', ['id'])

const insert = defineStatement<GearRow>((db, arg) =>
  db.insertInto('gear').values({
    ...arg.columns('account_id', 'id', 'gear_type', 'status', 'name_id', 'asset_tag_key', 'serial_number', 'record'),
    ...toColumnValues(gearColumns, arg),
  }),
)

// Unchanged indexed columns are left out, so that their indexes are not updated.
const updateRecord = defineStatement<{ account: string; id: string; record: string }>((db, arg) =>
  db
    .updateTable('gear')
    .set({ record: arg('record') })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id')),
)

const unsearchedColumns = [
  'condition',
  'location_key',
  'purchase_date',
  'purchase_cents',
  'replacement_cents',
  'fields_fold',
  'category',
] as const

// This statement leaves the indexes of names, tags and statuses unchanged, for a new price or location.
const updateListed = defineStatement<{ account: string; id: string; record: string } & GearColumns>((db, arg) =>
  db
    .updateTable('gear')
    .set({
      record: arg('record'),
      ...toColumnValues(unsearchedColumns, arg),
    })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id')),
)

const updateAll = defineStatement<Omit<GearRow, 'gear_type'>>((db, arg) =>
  db
    .updateTable('gear')
    .set({
      ...arg.columns('status', 'name_id', 'asset_tag_key', 'serial_number', 'record'),
      ...toColumnValues(gearColumns, arg),
    })
    .where('account_id', '=', arg('account_id'))
    .where('id', '=', arg('id')),
)

const remove = defineStatement<{ account: string; id: string }>((db, arg) =>
  db.deleteFrom('gear').where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

export type FoundGear = Pick<GearRow, 'record' | 'name_id' | 'asset_tag_key'>

export const findGear = async (tx: Tx, account: string, id: string): Promise<FoundGear | undefined> =>
  upgradeRow('gear', await tx.find(gearById, account, id))
export const findIdByTag = async (tx: Tx, account: string, tag: string): Promise<string | undefined> =>
  (await tx.find(gearByTag, account, tag))?.id
export const insertGear = (tx: Tx, row: GearRow): void => tx.append(insert, row)
export const updateGearRecord = (tx: Tx, account: string, id: string, record: string): void =>
  tx.append(updateRecord, { account, id, record })
export const updateGearColumns = (tx: Tx, account: string, id: string, record: string, columns: GearColumns): void =>
  tx.append(updateListed, { account, id, record, ...columns })
export const updateGearRow = (tx: Tx, row: Omit<GearRow, 'gear_type'>): void => tx.append(updateAll, row)
export const deleteGearRow = (tx: Tx, account: string, id: string): void => tx.send(remove, { account, id })
