import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { replayWebhook, Webhook, WebhookAttempt, WebhookDelivery } from '../../../contract/settings/webhooks.ts'
import { webhooksQuery } from '../../api/ownerQueries.ts'
import { callSettings } from '../../api/request.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { LogRow } from '../../parts/LogRow.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { deliveryTones } from './tones.ts'

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { webhooks: texts } = useTexts()
  const format = useFormat()
  return (
    <li>
      <b>{texts.attempt(attempt.number)}</b>{' '}
      <span className="soft">
        {format.moment(attempt.at)}
        {attempt.duration_ms !== null && ` · ${format.number(attempt.duration_ms)} ms`}
      </span>
      <div>
        {attempt.duration_ms === null ? texts.running : attempt.status !== null && texts.answered(attempt.status)}
      </div>
      {attempt.error !== null && <div>{texts.failureNames[attempt.error] ?? attempt.error}</div>}
      {attempt.response !== null && attempt.response !== '' && <pre dir="auto">{attempt.response}</pre>}
    </li>
  )
}

function ReplayButton({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const { webhooks: texts } = useTexts()
  const client = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const input = { params: { id: webhook.id }, body: { event_ids: [delivery.event_id] } }
      return (await callSettings<typeof replayWebhook>('POST /webhooks/{id}/replay', input)).data
    },
    onSuccess: async ({ deliveries }) => {
      notifications.show({ message: texts.replayed(deliveries) })
      await client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
    },
  })
  return (
    <>
      <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
        {texts.replayOne}
      </Button>
      {error && <ErrorNote error={error} />}
    </>
  )
}

/** Shows the delivery of an event to an endpoint. An expanded row shows each attempt. */
export function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const { webhooks: texts } = useTexts()
  const { ownerCan } = useRights()
  const mayReplay = ownerCan('webhooks:write') && webhook.status === 'enabled' && delivery.type !== 'webhook.test'
  const last = delivery.attempts.at(-1)
  return (
    <LogRow
      when={<Moment at={delivery.created_at} />}
      what={
        <>
          {texts.eventNames[delivery.type] ?? delivery.type}{' '}
          <span className="soft small">
            {texts.attempts(delivery.attempts.length)}
            {last?.status != null && ` · ${texts.answered(last.status)}`}
          </span>
        </>
      }
      tag={<Tag tone={deliveryTones[delivery.status]}>{texts.deliveryStates[delivery.status]}</Tag>}
    >
      <div className="small wrap">
        <span className="soft">{texts.event}</span> <span className="mono">{delivery.event_id}</span>
        {delivery.next_attempt_at !== null && (
          <div>
            <span className="soft">{texts.nextAttempt}</span> <Moment at={delivery.next_attempt_at} />
          </div>
        )}
      </div>
      <ol className="attempts">
        {delivery.attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
      </ol>
      {mayReplay && <ReplayButton webhook={webhook} delivery={delivery} />}
    </LogRow>
  )
}
