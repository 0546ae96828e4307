import { describeFault } from '../../../contract/faultReasons.ts'
import { scopesOfKind, type NewKey } from '../../../contract/settings/keys.ts'
import type { ServerWriteContext, WriteResult } from '../../http/route.ts'
import { createValidationError } from '../../http/recordBody.ts'
import { issueKeyWithAnswer } from './issueKeyWithAnswer.ts'
import { checkEndsNoLater, checkScopesNotBroader } from './limits.ts'

/** Creates a key. Only the response shows it. */
export async function createAccountKey(context: ServerWriteContext, body: NewKey): Promise<WriteResult> {
  const { write, actor } = context
  const expiresAt = body.expires_at ?? null
  if (expiresAt !== null && expiresAt <= write.now)
    throw createValidationError([{ pointer: '#/expires_at', ...describeFault('not_in_future', {}) }])
  checkScopesNotBroader(actor, body.scopes)
  checkEndsNoLater(actor, expiresAt)
  const { row, result } = await issueKeyWithAnswer(write, {
    kind: body.kind,
    name: body.name,
    scopes: scopesOfKind[body.kind].filter((scope) => body.scopes.includes(scope)),
    ratePerSecond: body.rate_per_second ?? null,
    expiresAt,
  })
  return { ...result, objectId: row.id }
}
