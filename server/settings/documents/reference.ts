import type { GearType } from '../../../contract/api/gearFields.ts'
import type { AccountWrite } from '../../db/write.ts'
import { findGearType, createGearReferenceError, createUnknownItemFault } from '../../resources/gear/reference.ts'

/**
 * Reads the type of a document's gear item; `null` without an item.
 * @param pointer location of the id in the body
 * @throws AppError gear_reference_invalid
 */
export async function readGearType(
  write: AccountWrite,
  gearId: string | null,
  pointer: string,
): Promise<GearType | null> {
  if (gearId === null) return null
  const type = await findGearType(write.tx, write.account, gearId)
  if (type === undefined) throw createGearReferenceError(createUnknownItemFault(pointer))
  return type
}
