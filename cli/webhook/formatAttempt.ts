import type { WebhookAttempt, WebhookDelivery } from '../../contract/settings/webhooks.ts'
import { formatValue } from '../show/text.ts'

const MAX_RESPONSE_LENGTH = 200

const outcomeOf = ({ status, error, duration_ms: durationMs }: WebhookAttempt): string => {
  if (status === null && error === null && durationMs === null) return 'under way'
  return [status, error].filter((part) => part !== null).join(' ')
}

export function formatAttempt(attempt: WebhookAttempt): string {
  const { number, at, duration_ms: durationMs, response } = attempt
  const durationText = durationMs === null ? '' : ` after ${durationMs} ms`
  return `Attempt ${number} at ${at}: ${outcomeOf(attempt)}${durationText}${response ? `: ${formatValue(response, MAX_RESPONSE_LENGTH)}` : ''}`
}

export const describeLastOutcome = ({ attempts }: WebhookDelivery): string | null => {
  const lastAttempt = attempts.at(-1)
  return lastAttempt ? outcomeOf(lastAttempt) : null
}
