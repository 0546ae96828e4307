import { jsonAnswer } from '../../answer.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import { createError } from '../../errors.ts'
import type { ServerWriteContext, WriteResult } from '../../http/route.ts'
import { createNotFoundError } from '../../resources/shared/record.ts'
import { checkCanRevoke, isFullOwnerKey } from './limits.ts'
import { findKey, hasOtherOwnerKey, markRevoked } from './store.ts'
import { etagOfKey } from './view.ts'

/** Revokes a key; idempotent. The record of a revoked key stays for the audit. */
export async function revokeAccountKey(context: ServerWriteContext): Promise<WriteResult> {
  const { write, actor, id, ifMatch } = context
  const row = await findKey(write.tx, write.account, id)
  if (!row) throw createNotFoundError('key')
  checkCanRevoke(actor, row)
  checkIfMatch(ifMatch, etagOfKey(row))
  const answer = jsonAnswer(200, JSON.stringify({ data: { id, revoked: true } }))
  if (row.revoked_at !== null) return { answer, changed: [] }
  if (isFullOwnerKey(row) && !(await hasOtherOwnerKey(write.tx, write.account, id, write.now)))
    throw createError('last_owner_key', {})
  write.changed = true
  await markRevoked(write.tx, write.account, id, write.now)
  write.keysChanged = true
  return { answer, changed: ['revoked_at'] }
}
