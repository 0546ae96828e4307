import type { Input } from '../../../contract/operation.ts'
import { listWebhooks } from '../../../contract/settings/webhooks.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { hashTag } from '../../../platform/http/conditional.ts'
import { versionAnswer, type Answer } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { formatListBody } from '../../resources/shared/list.ts'
import { readEndpoints } from '../../webhooks/endpointStore.ts'
import { toWebhookView } from './view.ts'

export async function listAccountWebhooks(context: ReadContext): Promise<Answer> {
  const { app, actor, ifNoneMatch } = context
  const { limit, offset } = readQuery(listWebhooks, context.query) as Input<typeof listWebhooks>['query']
  const { rows, total } = await app.db.read((tx) => readEndpoints(tx, actor.account, limit, offset))
  const now = toIsoTime(app.clock.nowMs())
  const text = formatListBody(
    rows.map((row) => JSON.stringify(toWebhookView(row, now))),
    { limit, offset, total },
  )
  return versionAnswer(ifNoneMatch, hashTag(text), text)
}
