import {
  createWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  type IssuedWebhook,
  type Webhook,
} from '../contract/settings/webhooks.ts'
import { watchedEvents } from '../contract/api/watchedEvents.ts'
import { WORKER_ENDPOINT_DESCRIPTION } from '../contract/workerEndpoint.ts'
import type { RegisteredWebhook } from '../contract/control/workerFile.ts'
import type { Client } from './client.ts'
import { undefinedIfNotFound } from './undefinedIfNotFound.ts'

const PAGE_LIMIT = 200

export interface DesiredWebhook {
  url: string
  /** The previous registration, possibly without its secret. */
  previous?: { id?: string | undefined; secret?: string | undefined } | undefined
}

export type WebhookStep = 'registered' | 'updated' | 'enabled' | 'secret_rotated'

export interface WebhookResult {
  webhook: RegisteredWebhook
  steps: WebhookStep[]
  /** True if the owner has disabled it, so that it receives nothing. */
  isDisabledByOwner: boolean
}

const findById = async (settings: Client, id: string): Promise<Webhook | undefined> =>
  (await undefinedIfNotFound(settings.call(getWebhook, { params: { id } })))?.body.data

async function findWebhook(settings: Client, { url, previous }: DesiredWebhook): Promise<Webhook | undefined> {
  const registered = previous?.id === undefined ? undefined : await findById(settings, previous.id)
  if (registered) return registered
  const { data } = (await settings.call(listWebhooks, { query: { limit: PAGE_LIMIT } })).body
  return data.find((webhook) => webhook.url === url)
}

function toRegistered({ id, url, secret }: IssuedWebhook): RegisteredWebhook {
  if (secret === null) throw new Error('the answer has no secret')
  return { id, url, secret, events: [...watchedEvents] }
}

const hasSamePatterns = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((pattern) => other.includes(pattern))

interface WebhookChanges {
  url?: string
  events?: (typeof watchedEvents)[number][]
  status?: 'enabled'
}

/** Plans the changes that an endpoint needs. An endpoint disabled by its owner stays disabled. */
function planWebhookChanges(found: Webhook, url: string): WebhookChanges {
  const changes: WebhookChanges = {}
  if (found.url !== url) changes.url = url
  if (!hasSamePatterns(found.events, watchedEvents)) changes.events = [...watchedEvents]
  if (found.status === 'disabled' && found.disabled_reason !== 'owner') changes.status = 'enabled'
  return changes
}

async function updateExisting(settings: Client, found: Webhook, desired: DesiredWebhook): Promise<WebhookResult> {
  const params = { id: found.id }
  const updates = planWebhookChanges(found, desired.url)
  const steps: WebhookStep[] = []
  if (Object.keys(updates).length > 0) await settings.call(updateWebhook, { params, body: { updates } })
  if (updates.url !== undefined || updates.events !== undefined) steps.push('updated')
  if (updates.status !== undefined) steps.push('enabled')
  const isDisabledByOwner = found.disabled_reason === 'owner'
  const { previous } = desired
  // A stored secret belongs to the endpoint with the stored id, or to the only endpoint if no id is stored.
  if (previous?.secret !== undefined && (previous.id ?? found.id) === found.id)
    return {
      webhook: { id: found.id, url: desired.url, secret: previous.secret, events: [...watchedEvents] },
      steps,
      isDisabledByOwner,
    }
  const { data } = (await settings.call(rotateWebhookSecret, { params, body: {} })).body
  return { webhook: toRegistered(data), steps: [...steps, 'secret_rotated'], isDisabledByOwner }
}

/**
 * Creates or updates the account's webhook endpoint for its worker; idempotent. A lost secret is rotated; for a day
 * both secrets sign deliveries.
 * @param settings client with an owner key @throws ApiError, ConnectionError
 */
export async function ensureWebhook(settings: Client, desired: DesiredWebhook): Promise<WebhookResult> {
  const found = await findWebhook(settings, desired)
  if (found) return updateExisting(settings, found, desired)
  const body = { url: desired.url, events: [...watchedEvents], description: WORKER_ENDPOINT_DESCRIPTION }
  const { data } = (await settings.call(createWebhook, { body })).body
  return { webhook: toRegistered(data), steps: ['registered'], isDisabledByOwner: false }
}

/**
 * Finds the endpoint that another worker of the account registered. It stays unchanged, so that its secret stays the
 * one that all workers have.
 * @returns undefined if no endpoint has this address
 * @throws ApiError, ConnectionError
 */
export async function findSharedWebhook(
  settings: Client,
  { url, secret }: { url: string; secret: string },
): Promise<WebhookResult | undefined> {
  const found = await findWebhook(settings, { url })
  return (
    found && {
      webhook: { id: found.id, url, secret, events: found.events },
      steps: [],
      isDisabledByOwner: found.disabled_reason === 'owner',
    }
  )
}
