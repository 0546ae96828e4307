import { scopes } from '../../../contract/scopes.ts'
import type { NewKey } from '../../../contract/settings/keys.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { invalid } from '../../resources/shared/body.ts'
import { issueAndShow } from './issue.ts'

/** Makes an API key. The answer is the only place where it is ever seen. */
export async function createAccountKey(context: WriteContext, body: NewKey): Promise<WriteResult> {
  const { write } = context
  const expiresAt = body.expires_at ?? null
  if (expiresAt !== null && expiresAt <= write.now)
    throw invalid([{ pointer: '#/expires_at', code: 'invalid_value', detail: 'must lie in the future' }])
  const { row, result } = await issueAndShow(write, {
    kind: 'api',
    name: body.name,
    scopes: scopes.filter((scope) => body.scopes.includes(scope)),
    ratePerSecond: body.rate_per_second ?? null,
    expiresAt,
  })
  return { ...result, objectId: row.id }
}
