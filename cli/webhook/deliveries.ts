import type { CallInput } from '../../contract/operation.ts'
import { listDeliveries, type WebhookDelivery } from '../../contract/settings/webhooks.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { formatTable } from '../show/table.ts'
import { EXIT } from '../exit.ts'
import { formatAttempt, describeLastOutcome } from './formatAttempt.ts'

export type ListDeliveriesOptions = CallInput<typeof listDeliveries>['query'] & { attempts?: boolean; json?: boolean }

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
  { json, attempts = false, ...query }: ListDeliveriesOptions,
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(listDeliveries, { params: { id }, query })
    context.terminal.printResult(json ? formatJson(body) : formatDeliveries(body.data, attempts))
    const nextCursor = body.pagination.next_cursor
    if (!json && nextCursor !== null) context.terminal.printNote(`Next page: --cursor ${nextCursor}`)
    return EXIT.success
  })
