import { describeFault } from '../../../contract/faultReasons.ts'
import { listTagKeys } from '../../../platform/foldText.ts'
import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import type { AccountWrite } from '../../db/write.ts'
import { createError } from '../../errors.ts'
import { findIdByTag, gearByTag } from './store.ts'

/** Lookups of the rows that `checkTagIsFree` reads. */
export const tagLookups = (tag: string): LookupKey[] => listTagKeys(tag).map((key) => toLookupKey(gearByTag, key))

/**
 * Checks that no other item has a tag that counts as this one. The account is locked, so the tag stays free until the
 * write.
 * @param pointer location in the body
 * @throws AppError asset_tag_taken
 */
export async function checkTagIsFree(
  write: AccountWrite,
  tag: string | null,
  id: string,
  pointer: string,
): Promise<void> {
  if (tag === null) return
  for (const key of listTagKeys(tag)) {
    const otherId = await findIdByTag(write.tx, write.account, key)
    if (otherId !== undefined && otherId !== id)
      throw createError(
        'asset_tag_taken',
        { item_id: otherId },
        {
          faults: [{ pointer, ...describeFault('tag_in_use', { item_id: otherId }) }],
        },
      )
  }
}
