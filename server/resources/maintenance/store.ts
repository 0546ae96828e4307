import type { Maintenance } from '../../../contract/api/maintenance.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { defineLookup } from '../../db/lookup.ts'
import { upgradeRow } from '../../db/recordSchema.ts'
import type { MaintenanceRow } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'

export const maintenanceById = defineLookup('maintenance', 'id', ['record'])

const insert = defineStatement<MaintenanceRow>((db, arg) =>
  db
    .insertInto('maintenance')
    .values(arg.columns('account_id', 'id', 'gear_id', 'item_type', 'status', 'service_date', 'record')),
)

// Unchanged indexed columns are left out, so that their indexes are not updated.
const updateText = defineStatement<Pick<MaintenanceRow, 'account_id' | 'id' | 'record'>>((db, arg) =>
  db
    .updateTable('maintenance')
    .set({ record: arg('record') })
    .where('account_id', '=', arg('account_id'))
    .where('id', '=', arg('id')),
)

const updateAll = defineStatement<MaintenanceRow>((db, arg) =>
  db
    .updateTable('maintenance')
    .set(arg.columns('gear_id', 'item_type', 'status', 'service_date', 'record'))
    .where('account_id', '=', arg('account_id'))
    .where('id', '=', arg('id')),
)

const remove = defineStatement<{ account: string; id: string }>((db, arg) =>
  db.deleteFrom('maintenance').where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

const rowOf = (account: string, record: Maintenance, json: string): MaintenanceRow => ({
  account_id: account,
  id: record.id,
  gear_id: record.item_id,
  item_type: record.item_type,
  status: record.status,
  service_date: record.service_date,
  record: json,
})

const INDEXED_FIELDS = ['item_id', 'item_type', 'status', 'service_date'] as const

export const findMaintenance = async (tx: Tx, account: string, id: string): Promise<{ record: string } | undefined> =>
  upgradeRow('maintenance', await tx.find(maintenanceById, account, id))

export const insertMaintenance = (tx: Tx, account: string, record: Maintenance, json: string): void =>
  tx.append(insert, rowOf(account, record, json))

export const storeMaintenance = (tx: Tx, account: string, stored: Maintenance, next: Maintenance, json: string): void =>
  tx.append(
    INDEXED_FIELDS.some((field) => stored[field] !== next[field]) ? updateAll : updateText,
    rowOf(account, next, json),
  )

export const deleteMaintenanceRow = (tx: Tx, account: string, id: string): void => tx.send(remove, { account, id })
