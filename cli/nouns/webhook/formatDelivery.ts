import type { EventBody } from '../../../contract/events.ts'
import type { Terminal } from '../../base/terminal.ts'
import { escapeUnsafe, formatValue, shorten } from '../../show/text.ts'
import { formatTime } from '../../show/time.ts'
import type { CheckedDelivery } from './receiver.ts'

const MAX_NAME_LENGTH = 60
const MAX_VALUE_LENGTH = 40
const TYPE_WIDTH = 'maintenance.created'.length

const reasons: Readonly<Record<NonNullable<CheckedDelivery['reason']>, string>> = {
  unsigned: 'it has no signature in the headers webhook-id, webhook-timestamp and webhook-signature',
  too_old: 'its time is more than 5 minutes ago',
  too_new: 'its time is more than 5 minutes ahead: look at both clocks',
  wrong_signature: 'its signature was not made with this secret, or its body was changed',
  not_an_event: 'its body is no event that is known here',
  asked_to_fail: 'answered so because of --fail',
}

/** Finds the name of an event's record, in the fields that name a record. */
const nameOf = ({ record }: EventBody['data']): string =>
  ['title', 'brand', 'model', 'service_type', 'url']
    .map((field) => record[field])
    .filter((word) => typeof word === 'string')
    .join(' ')

const changesOf = ({ changes }: EventBody['data']): string =>
  Object.entries(changes)
    .map(
      ([field, { from, to }]) =>
        `${escapeUnsafe(field)}: ${formatValue(from, MAX_VALUE_LENGTH)} → ${formatValue(to, MAX_VALUE_LENGTH)}`,
    )
    .join(', ')

/** Formats a delivery on one line, safe for a terminal. */
export function formatDelivery(
  { status, verified, reason, repeated, id, event }: CheckedDelivery,
  paint: Terminal['paint'],
): string {
  const statusText = paint(status < 300 ? 'green' : 'red', String(status))
  const marks = [
    verified === null ? '(not verified)' : '',
    repeated ? '(came before)' : '',
    reason ? `(${reasons[reason]})` : '',
  ]
  if (!event)
    return [statusText, 'refused', id === null ? '' : shorten(escapeUnsafe(id), MAX_NAME_LENGTH), ...marks]
      .filter(Boolean)
      .join('  ')
  const eventParts = [
    formatTime(event.timestamp),
    event.type.padEnd(TYPE_WIDTH),
    shorten(escapeUnsafe(nameOf(event.data)), MAX_NAME_LENGTH),
    changesOf(event.data),
  ]
  return [statusText, ...eventParts, ...marks].filter(Boolean).join('  ')
}
