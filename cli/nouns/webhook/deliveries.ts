import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../../client/client.ts'
import type { CallInput } from '../../../contract/operation.ts'
import {
  listDeliveries,
  MAX_REPLAY_EVENTS,
  replayWebhook,
  testWebhook,
  type WebhookAttempt,
  type WebhookDelivery,
} from '../../../contract/settings/webhooks.ts'
import { withSettings } from '../../access/settings.ts'
import { EXIT, type CommandContext, type JsonOption } from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import { parseSince } from '../../base/times.ts'
import { formatTable } from '../../show/table.ts'
import { formatJson, formatValue } from '../../show/text.ts'

const MAX_RESPONSE_LENGTH = 200

const outcomeOf = ({ status, error, duration_ms: durationMs }: WebhookAttempt): string => {
  if (status === null && error === null && durationMs === null) return 'under way'
  return [status, error].filter((part) => part !== null).join(' ')
}

function formatAttempt(attempt: WebhookAttempt): string {
  const { number, at, duration_ms: durationMs, response } = attempt
  const durationText = durationMs === null ? '' : ` after ${durationMs} ms`
  return `Attempt ${number} at ${at}: ${outcomeOf(attempt)}${durationText}${response ? `: ${formatValue(response, MAX_RESPONSE_LENGTH)}` : ''}`
}

const describeLastOutcome = ({ attempts }: WebhookDelivery): string | null => {
  const lastAttempt = attempts.at(-1)
  return lastAttempt ? outcomeOf(lastAttempt) : null
}

type ListDeliveriesOptions = CallInput<typeof listDeliveries>['query'] & {
  event?: string
  attempts?: boolean
  json?: boolean
}

const toCells = (delivery: WebhookDelivery): unknown[] => [
  delivery.created_at,
  delivery.type,
  delivery.status,
  delivery.attempts.length,
  describeLastOutcome(delivery),
  delivery.next_attempt_at,
  delivery.event_id,
]

/** Formats deliveries as a table; `withAttempts` lists the attempts below each delivery. */
function formatDeliveries(deliveries: readonly WebhookDelivery[], withAttempts: boolean): string {
  const [headings = '', ...lines] = formatTable(
    ['at', 'type', 'status', 'attempts', 'last', 'next attempt', 'event'],
    deliveries.map(toCells),
  ).split('\n')
  const attemptLines = (delivery: WebhookDelivery | undefined): string[] =>
    withAttempts ? (delivery?.attempts ?? []).map((one) => `  ${formatAttempt(one)}`) : []
  return [headings, ...lines.flatMap((line, index) => [line, ...attemptLines(deliveries[index])])].join('\n')
}

export const listDeliveriesCommand = (
  context: CommandContext,
  id: string,
  { json, event, attempts = false, ...query }: ListDeliveriesOptions,
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(listDeliveries, { params: { id }, query: { ...query, event_id: event } })
    context.terminal.printResult(json ? formatJson(body) : formatDeliveries(body.data, attempts))
    const nextCursor = body.pagination.next_cursor
    if (!json && nextCursor !== null) context.terminal.printNote(`Next page: --cursor ${nextCursor}`)
    return EXIT.success
  })

/** Longer than the server waits for a response. */
const TIMEOUT_MS = 20_000
const POLL_INTERVAL_MS = 250

const hasAttempted = ({ status, attempts }: WebhookDelivery): boolean =>
  status !== 'pending' || attempts.some((attempt) => attempt.duration_ms !== null)

/** Waits until the first attempt has ended. @returns the delivery; after a timeout it is still pending */
async function waitForAttempt(settings: Client, id: string, created: WebhookDelivery): Promise<WebhookDelivery> {
  const deadlineMs = performance.now() + TIMEOUT_MS
  let delivery = created
  while (!hasAttempted(delivery) && performance.now() < deadlineMs) {
    await wait(POLL_INTERVAL_MS)
    const { body } = await settings.call(listDeliveries, {
      params: { id },
      query: { event_id: created.event_id, limit: 1 },
    })
    delivery = body.data[0] ?? delivery
  }
  return delivery
}

function formatSummary({ status, next_attempt_at: next }: WebhookDelivery): string {
  if (status === 'delivered') return 'Delivered.'
  if (status === 'pending') return `Not delivered yet. Next attempt: ${next}.`
  return status === 'cancelled' ? 'Cancelled: the endpoint was switched off.' : 'Not delivered, and not tried again.'
}

export const testWebhookCommand = (context: CommandContext, id: string, options: JsonOption): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(testWebhook, { params: { id }, body: {} })
    const delivery = await waitForAttempt(settings, id, body.data)
    const text = [...delivery.attempts.map(formatAttempt), formatSummary(delivery)].join('\n')
    context.terminal.printResult(options.json ? formatJson({ data: delivery }) : text)
    return delivery.status === 'delivered' ? EXIT.success : EXIT.failed
  })

export interface ReplayOptions {
  since?: string
  json?: boolean
}

/** Replays all events since a time, in as many requests as needed. @returns the number of deliveries */
async function replaySince(settings: Client, id: string, since: string): Promise<number> {
  let deliveries = 0
  let cursor: string | null = null
  do {
    const body: { since: string; cursor?: string } = { since, ...(cursor !== null && { cursor }) }
    const { data } = (await settings.call(replayWebhook, { params: { id }, body })).body
    deliveries += data.deliveries
    cursor = data.next_cursor
  } while (cursor !== null)
  return deliveries
}

async function replayEvents(settings: Client, id: string, events: readonly string[]): Promise<number> {
  let deliveries = 0
  for (let index = 0; index < events.length; index += MAX_REPLAY_EVENTS) {
    const body = { event_ids: events.slice(index, index + MAX_REPLAY_EVENTS) }
    deliveries += (await settings.call(replayWebhook, { params: { id }, body })).body.data.deliveries
  }
  return deliveries
}

export const replayWebhookCommand = (
  context: CommandContext,
  id: string,
  events: readonly string[],
  { since, json }: ReplayOptions,
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    if ((events.length === 0) === (since === undefined))
      throw new CliError('Say what to send again: ids of events (evt_…), or --since 2h.')
    const deliveries =
      since === undefined
        ? await replayEvents(settings, id, events)
        : await replaySince(settings, id, parseSince(since, Date.now()))
    const text =
      deliveries === 0 ? 'Nothing to send: no event that the endpoint wants.' : `Sending again: ${deliveries}`
    context.terminal.printResult(json ? formatJson({ data: { deliveries } }) : text)
    return EXIT.success
  })
