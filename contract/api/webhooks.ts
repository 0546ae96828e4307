import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { timestamp, uuid } from '../text.ts'

/** A webhook endpoint that the server disabled. It shows only the host of the URL: the rest may contain a secret. */
export const DisabledWebhook = z
  .strictObject({
    id: uuid,
    host: z.string().meta({ examples: ['hooks.studio.example'] }),
    disabled_reason: z.enum(['gone', 'failing']),
    disabled_at: timestamp,
  })
  .meta({ id: 'DisabledWebhook' })
export type DisabledWebhook = z.output<typeof DisabledWebhook>

/** Lists endpoints for Kitroom's worker, which notifies people. An endpoint that its owner disabled is not listed. */
export const listDisabledWebhooks = defineOperation({
  id: 'listDisabledWebhooks',
  method: 'GET',
  path: '/webhooks/disabled',
  objectType: 'webhooks',
  summary: 'List the webhook endpoints that the server disabled',
  scope: 'profile:read',
  reply: { status: 200, body: z.strictObject({ data: z.array(DisabledWebhook) }) },
  errors: [],
})
