import { SETTINGS_BASE } from '../../../contract/settings/operations.ts'
import type { WebhookEndpointRow } from '../../db/schema.ts'
import type { AccountWrite } from '../../db/write.ts'
import { jsonAnswer } from '../../answer.ts'
import type { WriteResult } from '../../http/route.ts'
import { etagOfWebhook, formatIssuedWebhook, toWebhookView } from './view.ts'

/** Answers with a new secret. The response that is stored for repetitions does not contain it. */
export function answerWithSecret(write: AccountWrite, row: WebhookEndpointRow, secret: string): WriteResult {
  const view = toWebhookView(row, write.now)
  const headers = { etag: etagOfWebhook(view), location: `${SETTINGS_BASE}/webhooks/${row.id}` }
  return {
    answer: jsonAnswer(201, formatIssuedWebhook(view, secret), headers),
    repeated: jsonAnswer(201, formatIssuedWebhook(view, null), headers),
    objectId: row.id,
    versionAfter: row.updated_at,
  }
}
