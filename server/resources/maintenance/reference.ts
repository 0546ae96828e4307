import { describeFault } from '../../../contract/faultReasons.ts'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import type { AccountWrite } from '../../db/write.ts'
import { toJsonPointer } from '../../http/faults.ts'
import { findGearType, createGearReferenceError, createUnknownItemFault } from '../gear/reference.ts'

/**
 * Checks that the item exists and has the given type. The account is locked, so it stays until the write. @param
 * base location of the record's fields in the body @throws AppError gear_reference_invalid
 */
export async function checkItemReference(
  write: AccountWrite,
  record: Pick<Maintenance, 'item_id' | 'item_type'>,
  base: readonly string[],
): Promise<void> {
  const type = await findGearType(write.tx, write.account, record.item_id)
  if (type === undefined) throw createGearReferenceError(createUnknownItemFault(toJsonPointer([...base, 'item_id'])))
  if (type !== record.item_type)
    throw createGearReferenceError({
      pointer: toJsonPointer([...base, 'item_type']),
      ...describeFault('not_type_of_item', { gear_type: type }),
      allowed: [type],
    })
}
