import type { EventType } from '../../../contract/events.ts'
import type { WebhookDelivery } from '../../../contract/settings/webhooks.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { WebhookAttemptRow, WebhookDeliveryRow } from '../../db/schema.ts'

export const toDeliveryView = (row: WebhookDeliveryRow, attempts: readonly WebhookAttemptRow[]): WebhookDelivery => ({
  id: row.id,
  event_id: row.event_id,
  type: row.type as EventType,
  status: row.status,
  next_attempt_at: row.next_at_ms === null ? null : toIsoTime(row.next_at_ms),
  created_at: row.created_at,
  finished_at: row.finished_at,
  attempts: attempts.map(({ number, at, duration_ms, status, error, response }) => ({
    number,
    at,
    duration_ms,
    status,
    error,
    response,
  })),
})
