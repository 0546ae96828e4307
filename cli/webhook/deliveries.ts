import type { CallInput } from '../../contract/operation.ts'
import { listDeliveries, type WebhookDelivery } from '../../contract/settings/webhooks.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { showJson } from '../show/clean.ts'
import { table } from '../show/table.ts'
import { EXIT } from '../exit.ts'
import { attemptLine, lastOutcome } from './showDeliveries.ts'

export type ListDeliveriesOptions = CallInput<typeof listDeliveries>['query'] & { attempts?: boolean; json?: boolean }

const cells = (delivery: WebhookDelivery): unknown[] => [
  delivery.created_at,
  delivery.type,
  delivery.status,
  delivery.attempts.length,
  lastOutcome(delivery),
  delivery.next_attempt_at,
  delivery.event_id,
]

/** The table of deliveries, with their attempts below each if requested. */
function showDeliveries(deliveries: readonly WebhookDelivery[], attempts: boolean): string {
  const [headings = '', ...lines] = table(['at', 'type', 'status', 'attempts', 'last', 'next attempt', 'event'], deliveries.map(cells)).split('\n')
  const below = (delivery: WebhookDelivery | undefined): string[] =>
    attempts ? (delivery?.attempts ?? []).map((one) => `  ${attemptLine(one)}`) : []
  return [headings, ...lines.flatMap((line, index) => [line, ...below(deliveries[index])])].join('\n')
}

export const listDeliveriesCommand = (
  context: CommandContext,
  id: string,
  { json, attempts = false, ...query }: ListDeliveriesOptions,
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(listDeliveries, { params: { id }, query })
    context.terminal.out(json ? showJson(body) : showDeliveries(body.data, attempts))
    const next = body.pagination.next_cursor
    if (!json && next !== null) context.terminal.note(`Next page: --cursor ${next}`)
    return EXIT.fine
  })
