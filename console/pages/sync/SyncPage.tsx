import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Run, SourceInfo } from '../../../contract/control.ts'
import { runsQuery, sourcesQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { DropSheet } from './DropSheet.tsx'
import { useStartRun } from './startRun.ts'
import './sync.css'
import { outcomeTones, runTones } from './tones.ts'
import { useRunName } from './useRunName.ts'

const SHOWN_RUNS = 30
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

/** @param isOptional shows nothing where nothing was run */
function Runs({ isOptional = false }: { isOptional?: boolean }) {
  const texts = useTexts()
  const nameRun = useRunName()
  const { data, error, refetch } = useQuery(runsQuery(SHOWN_RUNS))
  if (isOptional && !error && (data?.data ?? []).length === 0) return null
  return (
    <Panel title={texts.sync.history} isFlush>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <p className="panel-none">{texts.sync.noRuns}</p>}
      <ul className="lines">
        {(data?.data ?? []).map((run) => (
          <li key={run.run_id}>
            <Link to="/sync/$id" params={{ id: run.run_id }} className="run-line">
              <span className="when">
                <Moment at={run.started_at} />
              </span>
              <span className={run.edit ? 'grow clip run-edit' : 'grow clip'} dir="auto">
                {nameRun(run)}
                {run.edit?.by && <span className="soft"> {texts.bulk.by(run.edit.by.name)}</span>}
                {run.undoes !== undefined && !run.edit && <span className="soft"> · {texts.sync.undoOf}</span>}
              </span>
              <span className="row run-counts">
                <Counts run={run} />
              </span>
              <Tag tone={runTones[run.status]}>{texts.sync.statuses[run.status]}</Tag>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function SyncPage() {
  const texts = useTexts()
  const { ownerCan } = useRights()
  const { data: sources, error, isPending, refetch } = useQuery(sourcesQuery)
  return (
    <>
      <PageHead title={texts.sync.title} note={texts.sync.intro} />
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && <PageSkeleton />}
      {sources?.length === 0 && (
        <div className="stack">
          <Empty title={texts.sync.noSourcesTitle} text={texts.sync.noSourcesText} />
          <Runs isOptional />
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
          <Runs />
        </div>
      )}
    </>
  )
}
