import { Button, Select } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Run, SourceInfo } from '../../../contract/control.ts'
import { runsQuery, sourcesQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { useFreshRuns } from '../../api/useFreshRuns.ts'
import { useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Older } from '../../parts/Older.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { DropSheet } from './DropSheet.tsx'
import { useStartRun } from './startRun.ts'
import './sync.css'
import { outcomeTones, runTones } from './tones.ts'

const SHOWN_COUNTS = ['create', 'update', 'conflict', 'refused', 'delete'] as const

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
          {texts.lastRun}: {run ? <Moment at={run.started_at} /> : texts.never} · {texts.nextRun}: <NextRun source={source} />
        </div>
        {error && <ErrorNote error={error} />}
      </div>
      <div className="row">
        {run && (
          <Link to="/sync/$id" params={{ id: run.run_id }}>
            <Tag tone={runTones[run.status]}>{texts.statuses[run.status]}</Tag>
          </Link>
        )}
        {ownerCan('automation:write') && (
          <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate({ source: source.source })}>
            {texts.start}
          </Button>
        )}
      </div>
    </li>
  )
}

function Counts({ run }: { run: Run }) {
  const texts = useTexts().sync
  const { number } = useFormat()
  return SHOWN_COUNTS.filter((outcome) => (run.counts[outcome] ?? 0) > 0).map((outcome) => (
    <Tag key={outcome} tone={outcomeTones[outcome]}>{`${number(run.counts[outcome] ?? 0)} ${texts.outcomes[outcome]}`}</Tag>
  ))
}

function SourceChoice({
  sources,
  source,
  onChange,
}: {
  sources: readonly SourceInfo[]
  source: string | null
  onChange: (source: string | null) => void
}) {
  const texts = useTexts()
  if (sources.length < 2) return null
  return (
    <Select
      size="xs"
      aria-label={texts.sync.source}
      placeholder={texts.all}
      data={sources.map((each) => each.source)}
      value={source}
      clearable
      onChange={onChange}
    />
  )
}

/** All runs, newest first. */
function Runs({ sources }: { sources: readonly SourceInfo[] }) {
  const texts = useTexts()
  const [source, setSource] = useState<string | null>(null)
  const query = useInfiniteQuery(runsQuery(source ?? undefined))
  const { data, error, refetch } = query
  const runs = data?.pages.flatMap((page) => page.data)
  return (
    <Panel title={texts.sync.history} aside={<SourceChoice sources={sources} source={source} onChange={setSource} />} isFlush>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {runs?.length === 0 && <p className="panel-none">{texts.sync.noRuns}</p>}
      <ul className="lines">
        {(runs ?? []).map((run) => (
          <li key={run.run_id}>
            <Link to="/sync/$id" params={{ id: run.run_id }} className="run-line">
              <span className="when">
                <Moment at={run.started_at} />
              </span>
              <span className="grow clip">
                {run.source}
                {run.undoes !== undefined && <span className="soft"> · {texts.sync.undoOf}</span>}
              </span>
              <span className="row run-counts">
                <Counts run={run} />
              </span>
              <Tag tone={runTones[run.status]}>{texts.sync.statuses[run.status]}</Tag>
            </Link>
          </li>
        ))}
      </ul>
      <Older query={query} label={texts.sync.olderRuns} />
    </Panel>
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
      {sources?.length === 0 && <Empty title={texts.sync.noSourcesTitle} text={texts.sync.noSourcesText} />}
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
