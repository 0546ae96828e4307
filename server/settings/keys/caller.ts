import { settingsScopes } from '../../../contract/scopes.ts'
import { getCaller, type KeyCaller } from '../../../contract/settings/caller.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { jsonAnswer, type Answer } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'

/**
 * Answers with the caller. The adapter has checked that the key is live. There is no ETag, because a response must
 * never be reused.
 */
export async function getKeyCaller({ actor, query }: ReadContext): Promise<Answer> {
  readQuery(getCaller, query)
  const caller: KeyCaller = {
    account_id: actor.account,
    key_id: actor.keyId,
    name: actor.keyName,
    hint: actor.keyHint,
    scopes: actor.scopes.size === 0 ? [...settingsScopes] : [...actor.scopes],
    expires_at: actor.expiresAtMs === Infinity ? null : toIsoTime(actor.expiresAtMs),
    live: true,
  }
  return jsonAnswer(200, JSON.stringify({ data: caller }))
}
