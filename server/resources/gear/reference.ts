import type { Fault } from '../../../contract/errors.ts'
import type { GearType } from '../../../contract/gearFields.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { defineStatement } from '../../db/statement.ts'
import { AppError } from '../../errors.ts'

const typeOf = defineStatement<{ account: string; id: string }, { type: string }>((db, arg) =>
  db.selectFrom('gear').select('gear_type as type').where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

/** `undefined` unless the account owns the item. */
export const findGearType = async (tx: Tx, account: string, id: string): Promise<GearType | undefined> =>
  (await tx.get(typeOf, { account, id }))?.type as GearType | undefined

export const createGearReferenceError = (fault: Fault): AppError =>
  new AppError('gear_reference_invalid', 'The record must name a gear item of this account: see errors.', { faults: [fault] })

/** Unknown ids and other accounts' ids get the same fault. @param pointer location in the body */
export const createUnknownItemFault = (pointer: string): Fault => ({
  pointer,
  code: 'invalid_value',
  detail: 'must be the id of a gear item of this account',
})
