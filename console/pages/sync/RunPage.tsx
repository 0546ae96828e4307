import { Alert, Progress } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Run } from '../../../contract/control.ts'
import { runQuery } from '../../api/queries.ts'
import { useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { Decision } from './Decision.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { RunFiles } from './RunFiles.tsx'
import './sync.css'
import { isMoving, resultTones, runTones } from './tones.ts'

const route = getRouteApi('/sync/$id')
const MOVING_POLL_MS = 700
const RESTING_POLL_MS = 5_000

function RunProgress({ run: { progress } }: { run: Run }) {
  const texts = useTexts().sync
  const percent = progress.total === 0 ? 0 : (progress.done / progress.total) * 100
  return (
    <div className="panel panel-body" style={{ padding: '1rem' }} role="status">
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <span>{texts.phases[progress.phase]}</span>
        {progress.total > 0 && <span className="soft number small">{texts.progress(progress.done, progress.total)}</span>}
      </div>
      <Progress
        mt="xs"
        size="sm"
        value={progress.total === 0 ? 100 : percent}
        animated={progress.total === 0}
        aria-label={texts.phases[progress.phase]}
      />
    </div>
  )
}

function Results({ run }: { run: Run }) {
  const texts = useTexts().sync
  const { number } = useFormat()
  const names = (Object.keys(texts.results) as (keyof typeof texts.results)[]).filter((name) => (run.results[name] ?? 0) > 0)
  return (
    <div className="counts-line">
      {names.map((name) => (
        <Tag key={name} tone={resultTones[name]}>{`${number(run.results[name] ?? 0)} ${texts.results[name]}`}</Tag>
      ))}
    </div>
  )
}

/** Gear that a run has written is read again once the run has ended. */
function useFreshGear(run: Run | undefined): void {
  const client = useQueryClient()
  const status = run?.status
  useEffect(() => {
    if (status === undefined || isMoving(status)) return
    void client.invalidateQueries({
      predicate: ({ queryKey }) => ['gear', 'documents', 'analytics', 'runs', 'sources'].includes(String(queryKey[0])),
    })
  }, [status, client])
}

export function RunPage() {
  const texts = useTexts()
  const { id } = route.useParams()
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    ...runQuery(id),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data.status) ? MOVING_POLL_MS : RESTING_POLL_MS),
  })
  useFreshGear(run)
  if (error && !run) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!run) return <PageSkeleton />
  const note = (
    <span className="row">
      <Tag tone={runTones[run.status]}>{texts.sync.statuses[run.status]}</Tag>
      <span>
        {texts.sync.startedAt} <Moment at={run.started_at} />
        {run.finished_at !== null && (
          <>
            {', '}
            {texts.sync.endedAt} <Moment at={run.finished_at} />
          </>
        )}
      </span>
      {run.undoes !== undefined && (
        <Link to="/sync/$id" params={{ id: run.undoes }}>
          {texts.sync.undoneRun}
        </Link>
      )}
    </span>
  )
  return (
    <>
      <PageHead title={texts.sync.runTitle(run.source)} note={note} above={<Link to="/sync">{texts.sync.title}</Link>} />
      <div className="stack">
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {run.reason && <Alert color={run.status === 'failed' ? 'red' : 'yellow'}>{run.reason.detail}</Alert>}
        {isMoving(run.status) && <RunProgress run={run} />}
        {!isMoving(run.status) && run.status !== 'waiting' && <Results run={run} />}
        <Decision run={run} />
        <RunFiles run={run} />
        <PlanPanel run={run} />
      </div>
    </>
  )
}
