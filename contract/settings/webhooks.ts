import { z } from 'zod'
import { cursorPagination, cursorQuery } from '../cursorPage.ts'
import { eventTypes } from '../events.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pagination } from '../page.ts'
import { createIssue, toSchemaMessage } from '../schemaFaults.ts'
import { optionalText, timestamp, uuid } from '../text.ts'
import { atLeastOne, moment } from '../values.ts'
import { eventPatterns } from './events.ts'

export const MAX_WEBHOOKS = 50
const MAX_URL_LENGTH = 2000
export const DEFAULT_SECRET_OVERLAP_SECONDS = 24 * 60 * 60
const MAX_SECRET_OVERLAP_SECONDS = 7 * 24 * 60 * 60
export const MAX_REPLAY_EVENTS = 100
/** Maximum number of deliveries per replay request. The next request continues with the cursor. */
export const MAX_REPLAY_DELIVERIES = 5000

/** Patterns to which an endpoint can subscribe: an event type, all types of a noun (`gear.*`), or every event (`*`). */
export const webhookPatterns: readonly string[] = [
  '*',
  ...eventPatterns.filter((pattern) => !pattern.startsWith('webhook.')),
]

const webhookStatuses = ['enabled', 'disabled'] as const
const webhookDisabledReasons = ['owner', 'gone', 'failing'] as const
const deliveryStatuses = ['pending', 'delivered', 'failed', 'cancelled'] as const

const eventList = z
  .array(z.enum(webhookPatterns))
  .min(1)
  .max(webhookPatterns.length)
  .check((context) => {
    context.value.forEach((pattern, index) => {
      if (context.value.indexOf(pattern) !== index) context.issues.push(createIssue(pattern, 'repeated', {}, [index]))
    })
  })
  .meta({ uniqueItems: true })

/** The server checks on registration and before each attempt that the address is allowed. */
const webhookUrl = z
  .url({ protocol: /^https?$/, error: toSchemaMessage('no_web_address', {}) })
  .check((context) => {
    if (context.value.length > MAX_URL_LENGTH)
      context.issues.push(createIssue(context.value, 'too_many_characters', { max: MAX_URL_LENGTH }))
  })
  .meta({ maxLength: MAX_URL_LENGTH })

const fields = {
  id: uuid,
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.enum(webhookPatterns)),
  status: z.enum(webhookStatuses),
  disabled_reason: z.enum(webhookDisabledReasons).nullable(),
  disabled_at: timestamp.nullable(),
  failing_since: timestamp.nullable(),
  failures_in_a_row: z.int().min(0),
  last_success_at: timestamp.nullable(),
  old_secret_until: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
}

export const Webhook = z.strictObject(fields).meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>

/**
 * `secret` is `whsec_` and base64 (Standard Webhooks 1.0.0). It is `null` when the answer is repeated for the same
 * Idempotency-Key.
 */
export const IssuedWebhook = z.strictObject({ ...fields, secret: z.string().nullable() }).meta({ id: 'IssuedWebhook' })
export type IssuedWebhook = z.output<typeof IssuedWebhook>

export const NewWebhook = z
  .strictObject({ url: webhookUrl, events: eventList, description: optionalText().nullish() })
  .meta({ id: 'WebhookCreate' })
export type NewWebhook = z.output<typeof NewWebhook>

const WebhookUpdates = atLeastOne(
  z
    .strictObject({
      url: webhookUrl,
      events: eventList,
      description: optionalText().nullable(),
      status: z.enum(webhookStatuses),
    })
    .partial(),
).meta({ id: 'WebhookUpdates' })

export const WebhookPatch = z.strictObject({ updates: WebhookUpdates }).meta({ id: 'WebhookPatch' })
export type WebhookPatch = z.output<typeof WebhookPatch>

export const SecretRotation = z
  .strictObject({
    overlap_seconds: z.int().min(0).max(MAX_SECRET_OVERLAP_SECONDS).default(DEFAULT_SECRET_OVERLAP_SECONDS),
  })
  .meta({ id: 'SecretRotation' })
export type SecretRotation = z.output<typeof SecretRotation>

export const TestRequest = z.strictObject({}).meta({ id: 'TestRequest' })

/**
 * One delivery attempt. Without `status` no response arrived, and `error` says why. `duration_ms` is null while the
 * attempt runs.
 */
export const WebhookAttempt = z
  .strictObject({
    number: z.int().min(1),
    at: timestamp,
    duration_ms: z.int().min(0).nullable(),
    status: z.int().nullable(),
    error: z.string().nullable(),
    response: z.string().nullable(),
  })
  .meta({ id: 'WebhookAttempt' })
export type WebhookAttempt = z.output<typeof WebhookAttempt>

export const WebhookDelivery = z
  .strictObject({
    id: uuid,
    event_id: z.string(),
    type: z.enum(eventTypes),
    status: z.enum(deliveryStatuses),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
    attempts: z.array(WebhookAttempt),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof WebhookDelivery>

const eventId = z.string().regex(/^evt_[0-9a-f]{32}$/, toSchemaMessage('no_event_id', {}))

/** Selects named events, or all events since a time. */
export const Replay = z
  .strictObject({
    event_ids: z.array(eventId).min(1).max(MAX_REPLAY_EVENTS).optional(),
    since: moment.optional(),
    cursor: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,200}$/, toSchemaMessage('no_replay_cursor', {}))
      .optional(),
  })
  .check((context) => {
    const { event_ids: ids, since, cursor } = context.value
    if ((ids === undefined) === (since === undefined))
      context.issues.push(createIssue(context.value, 'events_or_since', {}))
    else if (ids !== undefined && cursor !== undefined)
      context.issues.push(createIssue(context.value, 'cursor_beside_events', {}, ['cursor']))
  })
  .meta({ id: 'Replay', oneOf: [{ required: ['event_ids'], not: { required: ['cursor'] } }, { required: ['since'] }] })
export type Replay = z.output<typeof Replay>

/** `next_cursor` continues a replay with the same `since`; null when no events are left. */
const Replayed = z
  .strictObject({ deliveries: z.int().min(0), next_cursor: z.string().nullable() })
  .meta({ id: 'Replayed' })

const webhookReply = { status: 200, body: z.strictObject({ data: Webhook }) } as const
const issuedReply = { status: 201, body: z.strictObject({ data: IssuedWebhook }) } as const
const params = { id: uuid }

export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  objectType: 'webhooks',
  summary: 'List the webhook endpoints, newest first',
  scope: 'webhooks:read',
  query: { ...pageQuery },
  reply: { status: 200, body: z.strictObject({ data: z.array(Webhook), pagination: z.strictObject(pagination) }) },
  errors: [],
})

export const getWebhook = defineOperation({
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{id}',
  objectType: 'webhooks',
  summary: 'Read one endpoint, without its secret',
  scope: 'webhooks:read',
  params,
  reply: webhookReply,
  errors: ['not_found'],
})

export const createWebhook = defineOperation({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  objectType: 'webhooks',
  summary: 'Register an endpoint; its secret is shown only in this answer',
  scope: 'webhooks:write',
  body: NewWebhook,
  reply: issuedReply,
  errors: ['validation_failed', 'webhook_address_refused', 'webhook_limit_reached'],
})

export const updateWebhook = defineOperation({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/{id}',
  objectType: 'webhooks',
  summary: 'Update, disable or enable an endpoint',
  scope: 'webhooks:write',
  params,
  body: WebhookPatch,
  reply: webhookReply,
  errors: ['not_found', 'validation_failed', 'webhook_address_refused', 'precondition_failed'],
})

export const deleteWebhook = defineOperation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{id}',
  objectType: 'webhooks',
  summary: 'Delete an endpoint with its pending deliveries and its log',
  scope: 'webhooks:write',
  params,
  reply: { status: 200, body: z.strictObject({ data: z.strictObject({ id: uuid, deleted: z.literal(true) }) }) },
  errors: ['not_found', 'precondition_failed'],
})

export const rotateWebhookSecret = defineOperation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  objectType: 'webhooks',
  summary: 'Rotate the secret; both sign until the overlap ends',
  scope: 'webhooks:write',
  params,
  body: SecretRotation,
  reply: issuedReply,
  errors: ['not_found', 'validation_failed', 'precondition_failed'],
})

export const testWebhook = defineOperation({
  id: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
  objectType: 'webhooks',
  summary: 'Send a webhook.test event to one endpoint',
  scope: 'webhooks:write',
  params,
  body: TestRequest,
  reply: { status: 202, body: z.strictObject({ data: WebhookDelivery }) },
  errors: ['not_found', 'validation_failed', 'webhook_disabled'],
})

export const listDeliveries = defineOperation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  objectType: 'webhooks',
  summary: 'List the deliveries to an endpoint with every attempt, newest first',
  scope: 'webhooks:read',
  params,
  query: { ...cursorQuery, status: z.enum(deliveryStatuses).optional(), event_id: z.string().max(100).optional() },
  reply: { status: 200, body: z.strictObject({ data: z.array(WebhookDelivery), pagination: cursorPagination }) },
  errors: ['not_found'],
})

export const replayWebhook = defineOperation({
  id: 'replayWebhook',
  method: 'POST',
  path: '/webhooks/{id}/replay',
  objectType: 'webhooks',
  summary: 'Send events to an endpoint again, by id or all since a time',
  scope: 'webhooks:write',
  params,
  body: Replay,
  reply: { status: 202, body: z.strictObject({ data: Replayed }) },
  errors: ['not_found', 'validation_failed', 'webhook_disabled'],
})
