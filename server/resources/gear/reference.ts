import { describeFault } from '../../../contract/faultReasons.ts'
import type { Fault } from '../../../contract/errors.ts'
import type { GearType } from '../../../contract/api/gearFields.ts'
import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { defineLookup } from '../../db/lookup.ts'
import { createError, type AppError } from '../../errors.ts'

const typeById = defineLookup('gear', 'id', ['gear_type'])

/** Lookup of the row that `findGearType` reads. */
export const gearTypeLookup = (id: string): LookupKey => toLookupKey(typeById, id)

/** Finds the type of an item; `undefined` unless the account owns it. */
export const findGearType = async (tx: Tx, account: string, id: string): Promise<GearType | undefined> =>
  (await tx.find(typeById, account, id))?.gear_type as GearType | undefined

export const createGearReferenceError = (fault: Fault): AppError =>
  createError(
    'gear_reference_invalid',
    {},
    {
      faults: [fault],
    },
  )

/** Creates the fault of an unknown id. Other accounts' ids get the same. @param pointer location in the body */
export const createUnknownItemFault = (pointer: string): Fault => ({
  pointer,
  ...describeFault('no_gear_item', {}),
})
