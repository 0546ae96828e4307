import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SourceInfo } from '../../../contract/control/control.ts'
import { sourcesQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { useFreshRuns } from '../../api/useFreshRuns.ts'
import { useTexts } from '../../base/language.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { DropSheet } from '../../parts/DropSheet.tsx'
import { Runs } from './Runs.tsx'
import { useStartRun } from '../../parts/useStartRun.ts'
import './sync.css'
import { runTones } from './tones.ts'

function NextRun({ source: { schedule } }: { source: SourceInfo }) {
  const texts = useTexts().sync
  if (!schedule) return texts.onRequest
  if (schedule.paused) return texts.paused
  return schedule.next_at === null ? schedule.cron : <Moment at={schedule.next_at} />
}

function SourceCard({ source }: { source: SourceInfo }) {
  const texts = useTexts().sync
  const { ownerCan } = useRights()
  const { mutate, isPending, error } = useStartRun()
  const { last_run: run } = source
  return (
    <li className="panel source">
      <div className="grow">
        <b>{source.source}</b> <span className="soft small">{texts.items(source.bound_items)}</span>
        <div className="mono soft clip" title={source.location}>
          {source.location}
        </div>
        <div className="small soft">
          {texts.lastRun}: {run ? <Moment at={run.started_at} /> : texts.never} · {texts.nextRun}:{' '}
          <NextRun source={source} />
        </div>
        {error && <ErrorNote error={error} />}
      </div>
      <div className="row">
        {run && (
          <Link to="/sync/$id" params={{ id: run.run_id }}>
            <Tag tone={runTones[run.status]}>{texts.statuses[run.status]}</Tag>
          </Link>
        )}
        {ownerCan('automation:write') && source.kind !== 'dropped' && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isPending}
            onClick={() => mutate({ source: source.source })}
          >
            {texts.start}
          </Button>
        )}
      </div>
    </li>
  )
}

export function SyncPage() {
  const texts = useTexts()
  const { ownerCan } = useRights()
  const { data: sources, error, isPending, refetch } = useQuery(sourcesQuery)
  useFreshRuns(sources)
  return (
    <>
      <PageHead title={texts.sync.title} note={texts.sync.intro} />
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && <PageSkeleton />}
      {sources?.length === 0 && (
        <div className="stack">
          {ownerCan('automation:write') ? (
            <DropSheet sources={sources} />
          ) : (
            <Empty title={texts.sync.noSourcesTitle} text={texts.sync.noSourcesText} />
          )}
          <Runs sources={[]} isOptional />
        </div>
      )}
      {sources && sources.length > 0 && (
        <div className="stack">
          {ownerCan('automation:write') && <DropSheet sources={sources} />}
          <ul className="sources" aria-label={texts.sync.sources}>
            {sources.map((source) => (
              <SourceCard key={source.source} source={source} />
            ))}
          </ul>
          <Runs sources={sources} />
        </div>
      )}
    </>
  )
}
