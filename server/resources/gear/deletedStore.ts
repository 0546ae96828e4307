import type { Tx } from '../../../platform/sql/types.ts'
import { upgradeText } from '../../db/recordSchema.ts'
import type { DeletedRecordRow } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'
import type { AccountWrite } from '../../db/write.ts'

export type DeletedKind = DeletedRecordRow['kind']
export type DeletedRecord = Pick<DeletedRecordRow, 'id' | 'kind' | 'record'>

const insert = defineStatement<DeletedRecordRow>((db, arg) =>
  db.insertInto('deleted_record').values(arg.columns('account_id', 'id', 'gear_id', 'kind', 'deleted_at', 'record')),
)
const ofGear = defineStatement<{ account: string; gear: string }, DeletedRecord>((db, arg) =>
  db
    .selectFrom('deleted_record')
    .select(['id', 'kind', 'record'])
    .where('account_id', '=', arg('account'))
    .where('gear_id', '=', arg('gear'))
    .orderBy('id'),
)
const removeOfGear = defineStatement<{ account: string; gear: string }>((db, arg) =>
  db.deleteFrom('deleted_record').where('account_id', '=', arg('account')).where('gear_id', '=', arg('gear')),
)

/** @param gearId the item itself, or the item to which the record belongs */
export const storeDeleted = (
  { tx, account, at }: AccountWrite,
  kind: DeletedKind,
  gearId: string,
  id: string,
  record: string,
): void => tx.append(insert, { account_id: account, id, gear_id: gearId, kind, deleted_at: at, record })

export const findDeletedGear = async (tx: Tx, account: string, gear: string): Promise<DeletedRecord[]> => {
  const rows = await tx.all(ofGear, { account, gear })
  return rows.map((row) => ({ ...row, record: upgradeText(row.kind, row.record) }))
}

export const removeDeletedGear = (tx: Tx, account: string, gear: string): void =>
  tx.send(removeOfGear, { account, gear })
