import {
  createWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  type IssuedWebhook,
  type Webhook,
} from '../contract/settings/webhooks.ts'
import { watchedEvents } from '../contract/watchedEvents.ts'
import type { RegisteredWebhook } from '../contract/workerFile.ts'
import type { Client } from './client.ts'
import { orNone } from './orNone.ts'

const DESCRIPTION = 'The worker of Kitroom'
const MOST = 200

/** The endpoint that the worker is to have. */
export interface WebhookWish {
  /** Where events go: the ingress of the worker with its path. */
  url: string
  /** What is known of one that was registered before; the secret may be lost. */
  known?: { id?: string | undefined; secret?: string | undefined } | undefined
}

/** What was done about it, in the order of doing. */
export type WebhookStep = 'registered' | 'updated' | 'enabled' | 'secret_rotated'

export interface WebhookResult {
  webhook: RegisteredWebhook
  /** Nothing: it was as it should be. */
  steps: WebhookStep[]
  /** The owner has switched the endpoint off, so it gets nothing. */
  isOff: boolean
}

const findById = async (settings: Client, id: string): Promise<Webhook | undefined> =>
  (await orNone(settings.call(getWebhook, { params: { id } })))?.body.data

async function find(settings: Client, { url, known }: WebhookWish): Promise<Webhook | undefined> {
  const remembered = known?.id === undefined ? undefined : await findById(settings, known.id)
  if (remembered) return remembered
  const { data } = (await settings.call(listWebhooks, { query: { limit: MOST } })).body
  return data.find((webhook) => webhook.url === url)
}

/** The secret of an answer that shows it. */
function remember({ id, url, secret }: IssuedWebhook): RegisteredWebhook {
  if (secret === null) throw new Error('the answer has no secret')
  return { id, url, secret, events: [...watchedEvents] }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((pattern) => other.includes(pattern))

/** What must change about an endpoint; one that its owner switched off stays so. */
const changesTo = (found: Webhook, url: string) => ({
  ...(found.url === url ? {} : { url }),
  ...(isSame(found.events, watchedEvents) ? {} : { events: [...watchedEvents] }),
  ...(found.status === 'disabled' && found.disabled_reason !== 'owner' ? { status: 'enabled' as const } : {}),
})

async function adapt(settings: Client, found: Webhook, wish: WebhookWish): Promise<WebhookResult> {
  const params = { id: found.id }
  const updates = changesTo(found, wish.url)
  const steps: WebhookStep[] = []
  if (Object.keys(updates).length > 0) await settings.call(updateWebhook, { params, body: { updates } })
  if (updates.url !== undefined || updates.events !== undefined) steps.push('updated')
  if (updates.status !== undefined) steps.push('enabled')
  const isOff = found.disabled_reason === 'owner'
  const { known } = wish
  // A secret counts as that of the endpoint it is remembered with, or of the only one where none is.
  if (known?.secret !== undefined && (known.id ?? found.id) === found.id)
    return { webhook: { id: found.id, url: wish.url, secret: known.secret, events: [...watchedEvents] }, steps, isOff }
  const { data } = (await settings.call(rotateWebhookSecret, { params, body: {} })).body
  return { webhook: remember(data), steps: [...steps, 'secret_rotated'], isOff }
}

/**
 * Sees to it that the account has an endpoint for its worker: registers one, or adapts the one that is there. A lost secret is replaced by a new
 * one; for a day deliveries are signed with both. To do it again changes nothing.
 * @param settings client of the settings plane, with an owner key
 * @throws ApiError, ConnectionError
 */
export async function ensureWebhook(settings: Client, wish: WebhookWish): Promise<WebhookResult> {
  const found = await find(settings, wish)
  if (found) return adapt(settings, found, wish)
  const body = { url: wish.url, events: [...watchedEvents], description: DESCRIPTION }
  const { data } = (await settings.call(createWebhook, { body })).body
  return { webhook: remember(data), steps: ['registered'], isOff: false }
}
