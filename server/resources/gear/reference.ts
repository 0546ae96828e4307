import type { Fault } from '../../../contract/errors.ts'
import type { GearType } from '../../../contract/api/gearFields.ts'
import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { defineLookup } from '../../db/lookup.ts'
import { AppError } from '../../errors.ts'

const typeById = defineLookup('gear', 'id', ['gear_type'])

/** The row that `findGearType` looks for. */
export const gearTypeLookup = (id: string): LookupKey => toLookupKey(typeById, id)

/** `undefined` unless the account owns the item. */
export const findGearType = async (tx: Tx, account: string, id: string): Promise<GearType | undefined> =>
  (await tx.find(typeById, account, id))?.gear_type as GearType | undefined

export const createGearReferenceError = (fault: Fault): AppError =>
  new AppError('gear_reference_invalid', 'The record must name a gear item of this account: see errors.', {
    faults: [fault],
  })

/** Unknown ids and other accounts' ids get the same fault. @param pointer location in the body */
export const createUnknownItemFault = (pointer: string): Fault => ({
  pointer,
  code: 'invalid_value',
  detail: 'must be the id of a gear item of this account',
})
