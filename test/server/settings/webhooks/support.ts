import type { NewWebhook, Webhook, WebhookDelivery } from '../../../../contract/settings/webhooks.ts'
import type { Api, Reply } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import type { Suite } from '../../../support/suite.ts'
import { until } from '../../../support/wait.ts'

export type Issued = Webhook & { secret: string }
type Body = Partial<Record<keyof NewWebhook, unknown>>

export const ownerOf = (suite: Suite): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)
export const otherOwnerOf = (suite: Suite): Api => createSettings(suite.server.url, suite.bobAccount.owner_key)

/** Names in .example never resolve (RFC 6761 section 6.5). */
export const ADDRESS = 'https://hooks.studio.example/kitroom'

const requireCreated = (reply: Reply): Reply => {
  if (reply.status !== 201) throw new Error(`not made: ${reply.text}`)
  return reply
}

/** Registers an endpoint, by default for all events. Throws when the server refuses. */
export const makeEndpoint = async (owner: Api, fields: Body = {}, headers?: Record<string, string>): Promise<Issued> =>
  requireCreated(
    await owner.post('/webhooks', { url: ADDRESS, events: ['*'], ...fields }, headers),
  ).item() as unknown as Issued

export const readEndpoint = async (owner: Api, id: string): Promise<Webhook> =>
  (await owner.get(`/webhooks/${id}`)).item() as unknown as Webhook

export interface DeliveryPage {
  rows: WebhookDelivery[]
  next: string | null
}

export async function deliveriesOf(owner: Api, id: string, query = ''): Promise<DeliveryPage> {
  const reply = await owner.get(`/webhooks/${id}/deliveries${query}`)
  if (reply.status !== 200) throw new Error(`not listed: ${reply.text}`)
  const { data, pagination } = JSON.parse(reply.text) as {
    data: WebhookDelivery[]
    pagination: { next_cursor: string | null }
  }
  return { rows: data, next: pagination.next_cursor }
}

/** Sends a test and waits for its first attempt. @returns its error, or null for a success */
export async function testResult(owner: Api, id: string): Promise<string | null> {
  const { event_id: event } = (await owner.post(`/webhooks/${id}/test`, {})).item()
  const ended = await until('the first attempt has ended', async () => {
    const [attempt] = (await deliveriesOf(owner, id, `?event_id=${String(event)}`)).rows[0]?.attempts ?? []
    return attempt && attempt.duration_ms !== null && attempt
  })
  return ended.error
}
