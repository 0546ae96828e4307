import type { AccountWrite } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { findIdByTag } from './store.ts'

/**
 * Checks that no other item has the tag. The account is locked, so the tag stays free until the write.
 * @param pointer location in the body
 * @throws AppError asset_tag_taken
 */
export async function checkTagIsFree(
  write: AccountWrite,
  tagKey: string | null,
  id: string,
  pointer: string,
): Promise<void> {
  if (tagKey === null) return
  const otherId = await findIdByTag(write.tx, write.account, tagKey)
  if (otherId !== undefined && otherId !== id)
    throw new AppError('asset_tag_taken', `Another gear item has this asset tag: ${otherId}.`, {
      faults: [{ pointer, code: 'invalid_value', detail: `is in use by ${otherId}` }],
    })
}
