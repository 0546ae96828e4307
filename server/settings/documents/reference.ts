import type { GearType } from '../../../contract/gearFields.ts'
import type { Write } from '../../db/write.ts'
import { findGearType, invalidReference, noSuchItem } from '../../resources/gear/reference.ts'

/**
 * The type of the gear item that a document belongs to; `null` for a document of the studio as a whole.
 * @param pointer where the body names the item
 * @throws AppError gear_reference_invalid
 */
export async function readGearType(write: Write, gearId: string | null, pointer: string): Promise<GearType | null> {
  if (gearId === null) return null
  const type = await findGearType(write.tx, write.account, gearId)
  if (type === undefined) throw invalidReference(noSuchItem(pointer))
  return type
}
