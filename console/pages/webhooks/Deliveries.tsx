import { SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '../../../contract/settings/webhooks.ts'
import { deliveriesQuery } from '../../api/ownerQueries.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { DeliveryRow } from './DeliveryRow.tsx'

type Status = WebhookDelivery['status'] | undefined

interface DeliveriesProps {
  webhook: Webhook
  status: Status
  onStatus: (status: Status) => void
}

/** Lists the deliveries to an endpoint page by page, newest first. */
export function Deliveries({ webhook, status, onStatus }: DeliveriesProps) {
  const texts = useTexts()
  const query = useInfiniteQuery(deliveriesQuery(webhook.id, status))
  const deliveries = query.data?.pages.flatMap(({ data }) => data)
  const names = [['all', texts.all], ...Object.entries(texts.webhooks.deliveryStates)]
  return (
    <Panel title={texts.webhooks.deliveries} isFlush>
      <div className="panel-body scroll-x">
        <SegmentedControl
          size="xs"
          aria-label={texts.webhooks.deliveryState}
          data={names.map(([value = '', label = '']) => ({ value, label }))}
          value={status ?? 'all'}
          onChange={(value) => onStatus(value === 'all' ? undefined : (value as WebhookDelivery['status']))}
        />
      </div>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <PageSkeleton />}
      {deliveries?.length === 0 && <p className="panel-none">{texts.webhooks.noDeliveries}</p>}
      {deliveries?.map((delivery) => (
        <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
      ))}
      <ShowMore query={query} />
    </Panel>
  )
}
