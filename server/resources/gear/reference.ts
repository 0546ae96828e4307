import type { Fault } from '../../../contract/errors.ts'
import type { GearType } from '../../../contract/api/gearFields.ts'
import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { defineLookup } from '../../db/lookup.ts'
import { AppError } from '../../errors.ts'

const typeById = defineLookup('gear', 'id', ['gear_type'])

/** Lookup of the row that `findGearType` reads. */
export const gearTypeLookup = (id: string): LookupKey => toLookupKey(typeById, id)

/** Finds the type of an item; `undefined` unless the account owns it. */
export const findGearType = async (tx: Tx, account: string, id: string): Promise<GearType | undefined> =>
  (await tx.find(typeById, account, id))?.gear_type as GearType | undefined

export const createGearReferenceError = (fault: Fault): AppError =>
  new AppError('gear_reference_invalid', 'The record must name a gear item of this account: see errors.', {
    faults: [fault],
  })

/** Creates the fault of an unknown id. Other accounts' ids get the same. @param pointer location in the body */
export const createUnknownItemFault = (pointer: string): Fault => ({
  pointer,
  code: 'invalid_value',
  detail: 'must be the id of a gear item of this account',
})
