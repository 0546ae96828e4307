import type { Client } from '../../client/client.ts'
import { MAX_REPLAY_EVENTS, replayWebhook } from '../../contract/settings/webhooks.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'
import { parseSince } from '../times.ts'

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
