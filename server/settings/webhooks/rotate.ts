import type { SecretRotation } from '../../../contract/settings/webhooks.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { createWebhookSecret } from '../../../platform/webhookSignature.ts'
import type { ServerWriteContext, WriteResult } from '../../http/route.ts'
import { chooseNextUpdatedAt } from '../../resources/shared/findChangesBetween.ts'
import { answerWithSecret } from './answerWithSecret.ts'
import { changeEndpoint } from '../../webhooks/endpointStore.ts'
import { checkEventsReadable } from './checkEventsReadable.ts'
import { loadEndpointForChange } from './loadEndpoint.ts'
import { parseEventPatterns } from './view.ts'

/** Rotates the secret. The previous one also signs until the overlap ends. An older one is deleted immediately. */
export async function rotateSecret(
  context: ServerWriteContext,
  { overlap_seconds: overlapS }: SecretRotation,
): Promise<WriteResult> {
  const { app, write, actor, id } = context
  const row = await loadEndpointForChange(context)
  // Whoever has the secret can sign events, so it is for keys that may read them.
  checkEventsReadable(actor, parseEventPatterns(row))
  const secret = createWebhookSecret()
  const columns = {
    secret: app.secrets.seal(secret, id),
    old_secret: overlapS === 0 ? null : row.secret,
    old_secret_until: overlapS === 0 ? null : toIsoTime(write.nowMs + overlapS * 1000),
    updated_at: chooseNextUpdatedAt(write, row),
  }
  write.changed = true
  write.webhooksChanged = true
  await changeEndpoint(write.tx, write.account, id, columns)
  return {
    ...answerWithSecret(write, { ...row, ...columns }, secret),
    changed: ['secret', 'old_secret_until'],
    versionBefore: row.updated_at,
  }
}
