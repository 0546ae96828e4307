import { jsonAnswer } from '../../answer.ts'
import { findSessionRows, markSessionEnded } from '../../sessions/store.ts'
import type { ServerWriteContext, WriteResult } from '../../http/route.ts'
import { createNotFoundError } from '../../resources/shared/record.ts'

/** Idempotent. */
export async function endAccountSession({ write, id }: ServerWriteContext): Promise<WriteResult> {
  const [row] = await findSessionRows(write.tx, write.account, id)
  if (!row) throw createNotFoundError('session')
  const answer = jsonAnswer(200, JSON.stringify({ data: { id, revoked: true } }))
  if (row.ended_at !== null) return { answer, changed: [] }
  write.changed = true
  write.keysChanged = true
  await markSessionEnded(write.tx, write.account, id, write.now)
  return { answer, changed: ['ended_at'] }
}
