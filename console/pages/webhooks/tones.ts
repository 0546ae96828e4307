import type { Webhook, WebhookDelivery } from '../../../contract/settings/webhooks.ts'
import type { Tone } from '../../parts/Tag.tsx'

export const deliveryTones: Record<WebhookDelivery['status'], Tone> = {
  pending: 'busy',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'quiet',
}

export type EndpointState = 'enabled' | 'failing' | 'disabled'

export function endpointStateOf({ status, failing_since: failing }: Webhook): EndpointState {
  if (status === 'disabled') return 'disabled'
  return failing === null ? 'enabled' : 'failing'
}

export const endpointTones: Record<EndpointState, Tone> = { enabled: 'good', failing: 'warn', disabled: 'bad' }
