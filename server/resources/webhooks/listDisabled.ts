import { listDisabledWebhooks, type DisabledWebhook } from '../../../contract/api/webhooks.ts'
import { hashTag } from '../../../platform/http/conditional.ts'
import { versionAnswer, type Answer } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { readDisabledEndpoints, type DisabledEndpointRow } from './store.ts'

const toView = ({ id, url, disabled_reason: reason, disabled_at: at }: DisabledEndpointRow): DisabledWebhook => ({
  id,
  host: new URL(url).host,
  disabled_reason: reason === 'gone' ? 'gone' : 'failing',
  disabled_at: at ?? '',
})

export async function listDisabledEndpoints({ app, actor, query, ifNoneMatch }: ReadContext): Promise<Answer> {
  readQuery(listDisabledWebhooks, query)
  const rows = await app.db.read((tx) => readDisabledEndpoints(tx, actor.account), { oneStatement: true })
  const text = JSON.stringify({ data: rows.map(toView) })
  return versionAnswer(ifNoneMatch, hashTag(text), text)
}
