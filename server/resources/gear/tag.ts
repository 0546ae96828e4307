import type { Write } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { findIdByTag } from './store.ts'

/**
 * Refuses a tag that another item has. The account's lock is held, so nobody can take it between this and the write.
 * @param pointer where the body names the tag
 * @throws AppError asset_tag_taken
 */
export async function checkTagIsFree(write: Write, tagKey: string | null, id: string, pointer: string): Promise<void> {
  if (tagKey === null) return
  const holder = await findIdByTag(write.tx, write.account, tagKey)
  if (holder !== undefined && holder !== id)
    throw new AppError('asset_tag_taken', `Another gear item has this asset tag: ${holder}.`, {
      faults: [{ pointer, code: 'invalid_value', detail: `is in use by ${holder}` }],
    })
}
