import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Webhook } from '../../../contract/settings/webhooks.ts'
import { webhooksQuery } from '../../api/ownerQueries.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Entry, Fact } from '../../parts/Entry.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { EndpointTags } from './EndpointTags.tsx'
import { NewWebhookDialog } from './NewWebhookDialog.tsx'
import { useDescription } from './useDescription.ts'

const route = getRouteApi('/webhooks')

function EndpointEntry({ webhook }: { webhook: Webhook }) {
  const { webhooks: texts } = useTexts()
  const description = useDescription(webhook)
  return (
    <Entry
      title={
        <Link to="/webhooks/$id" params={{ id: webhook.id }}>
          {webhook.url}
        </Link>
      }
      tags={<EndpointTags webhook={webhook} />}
      facts={
        <>
          <Fact term={texts.events}>
            {webhook.events.map((pattern) => texts.eventNames[pattern] ?? pattern).join(', ')}
          </Fact>
          <Fact term={texts.lastSuccess}>
            {webhook.last_success_at === null ? texts.never : <Moment at={webhook.last_success_at} />}
          </Fact>
          <Fact term={texts.failures}>{webhook.failures_in_a_row > 0 ? webhook.failures_in_a_row : null}</Fact>
        </>
      }
    >
      {description !== null && (
        <span className="small soft wrap" dir="auto">
          {description}
        </span>
      )}
    </Entry>
  )
}

/** Lists the endpoints to which Kitroom sends events. */
export function WebhooksPage() {
  const { webhooks: texts } = useTexts()
  const { ownerCan } = useRights()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, isPending, refetch } = useQuery(webhooksQuery)
  const add = ownerCan('webhooks:write') && (
    <LinkButton to="/webhooks" search={{ add: true }} icon="plus">
      {texts.add}
    </LinkButton>
  )
  return (
    <>
      <PageHead title={texts.title} note={texts.note}>
        {data && data.length > 0 && add}
      </PageHead>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && <PageSkeleton />}
      {data?.length === 0 && (
        <Empty title={texts.emptyTitle} text={texts.emptyText}>
          {add}
        </Empty>
      )}
      {data && data.length > 0 && (
        <section className="panel" aria-label={texts.title}>
          <ul className="entries">
            {data.map((webhook) => (
              <EndpointEntry key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        </section>
      )}
      {search.add && ownerCan('webhooks:write') && <NewWebhookDialog onClose={() => void navigate({ search: {} })} />}
    </>
  )
}
