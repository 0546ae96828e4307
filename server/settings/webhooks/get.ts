import { getWebhook } from '../../../contract/settings/webhooks.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { versionAnswer, type Answer } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { createNotFoundError } from '../../resources/shared/record.ts'
import { findEndpoint } from '../../webhooks/endpointStore.ts'
import { etagOfWebhook, toWebhookView } from './view.ts'

export async function getAccountWebhook(context: ReadContext): Promise<Answer> {
  const { app, actor, id, ifNoneMatch } = context
  readQuery(getWebhook, context.query)
  const row = await app.db.read((tx) => findEndpoint(tx, actor.account, id), { oneStatement: true })
  if (!row) throw createNotFoundError('endpoint')
  const view = toWebhookView(row, toIsoTime(app.clock.nowMs()))
  const etag = etagOfWebhook(view)
  return versionAnswer(ifNoneMatch, etag, JSON.stringify({ data: view }))
}
