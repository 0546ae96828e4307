import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Webhook } from '../../../contract/settings/webhooks.ts'
import { webhookQuery } from '../../api/ownerQueries.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { Fact } from '../../parts/Entry.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Deliveries } from './Deliveries.tsx'
import { EditWebhookDialog } from './EditWebhookDialog.tsx'
import { EndpointActions, useEndpointAction } from './EndpointActions.tsx'
import { DeleteDialog, RotateSecretDialog } from './EndpointDialogs.tsx'
import { EndpointTags } from './EndpointTags.tsx'
import { ReplayDialog } from './ReplayDialog.tsx'
import type { WebhookSearch } from './search.ts'
import { useDescription } from './useDescription.ts'

const route = getRouteApi('/webhooks/$id')

function Facts({ webhook }: { webhook: Webhook }) {
  const { webhooks: texts } = useTexts()
  const description = useDescription(webhook)
  const moment = (at: string | null) => (at === null ? null : <Moment at={at} />)
  return (
    <dl className="facts">
      <Fact term={texts.state}>
        <span className="row">
          <EndpointTags webhook={webhook} />
        </span>
      </Fact>
      <Fact term={texts.description}>{description}</Fact>
      <Fact term={texts.events}>
        {webhook.events.map((pattern) => texts.eventNames[pattern] ?? pattern).join(', ')}
      </Fact>
      <Fact term={texts.failures}>{webhook.failures_in_a_row > 0 ? webhook.failures_in_a_row : null}</Fact>
      <Fact term={texts.created}>{moment(webhook.created_at)}</Fact>
      <Fact term={texts.lastSuccess}>{moment(webhook.last_success_at)}</Fact>
      <Fact term={texts.failingSince}>{moment(webhook.failing_since)}</Fact>
      <Fact term={texts.disabledAt}>{moment(webhook.disabled_at)}</Fact>
      <Fact term={texts.oldSecretUntil}>{moment(webhook.old_secret_until)}</Fact>
    </dl>
  )
}

function Dialogs({
  webhook,
  dialog,
  onClose,
}: {
  webhook: Webhook
  dialog: WebhookSearch['dialog']
  onClose: () => void
}) {
  return (
    <>
      {dialog === 'edit' && <EditWebhookDialog webhook={webhook} onClose={onClose} />}
      {dialog === 'rotate' && <RotateSecretDialog webhook={webhook} onClose={onClose} />}
      {dialog === 'delete' && <DeleteDialog webhook={webhook} onClose={onClose} />}
      {dialog === 'replay' && <ReplayDialog webhook={webhook} onClose={onClose} />}
    </>
  )
}

/** Shows an endpoint with its deliveries. */
export function WebhookPage() {
  const { webhooks: texts } = useTexts()
  const { id } = route.useParams()
  const { ownerCan } = useRights()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: webhook, error, refetch } = useQuery(webhookQuery(id))
  const acting = useEndpointAction(webhook)
  const { dialog, ...kept } = search
  const go = (change: WebhookSearch = {}): void => void navigate({ search: { ...kept, ...change }, resetScroll: false })
  if (error && !webhook) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!webhook) return <PageSkeleton />
  const mayWrite = ownerCan('webhooks:write')
  return (
    <>
      <PageHead title={webhook.url} above={<Link to="/webhooks">{texts.title}</Link>}>
        {mayWrite && <EndpointActions webhook={webhook} acting={acting} onOpen={(name) => go({ dialog: name })} />}
      </PageHead>
      <div className="stack">
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {acting.error && <ErrorNote error={acting.error} />}
        {webhook.disabled_reason !== null && (
          <Alert color="yellow">{texts.disabledTexts[webhook.disabled_reason]}</Alert>
        )}
        <Panel title={texts.endpoint}>
          <Facts webhook={webhook} />
        </Panel>
        <Deliveries
          webhook={webhook}
          status={search.status}
          onStatus={(status) => void navigate({ search: status ? { status } : {} })}
        />
      </div>
      {mayWrite && <Dialogs webhook={webhook} dialog={dialog} onClose={() => go()} />}
    </>
  )
}
