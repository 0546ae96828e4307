import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Run } from '../../../contract/control/control.ts'
import { runQuery } from '../../api/queries.ts'
import { useTexts } from '../../base/language.tsx'
import { useSay } from '../../base/useSay.ts'
import { EnglishDetails } from '../../parts/EnglishDetails.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { AdviceForms } from './answers/AdviceForm.tsx'
import { Answers } from './answers/Answers.tsx'
import { Decision } from './Decision.tsx'
import { DeletedHere } from './DeletedHere.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { RunFiles } from './RunFiles.tsx'
import { Results, RunProgress, useFreshGear } from './RunState.tsx'
import './sync.css'
import { isMoving } from './tones.ts'
import { useRunName } from './useRunName.ts'
import { useRunState } from './useRunState.ts'

const route = getRouteApi('/sync/$id')
const MOVING_POLL_MS = 700
const RESTING_POLL_MS = 5_000

/** Says why a run waits, stopped or failed. */
function Reason({ run, reason }: { run: Run; reason: NonNullable<Run['reason']> }) {
  const said = useSay()(reason.detail, reason.sentences)
  return (
    <Alert color={run.status === 'failed' ? 'red' : 'yellow'} className="wrap">
      {said.text}
      <EnglishDetails said={[said]} />
    </Alert>
  )
}

export function RunPage() {
  const texts = useTexts()
  const { id } = route.useParams()
  const nameRun = useRunName()
  const describeState = useRunState()
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
  const state = describeState(run)
  const note = (
    <span className="row">
      <Tag tone={state.tone}>{state.text}</Tag>
      <span>
        {texts.sync.startedAt} <Moment at={run.started_at} />
        {run.edit?.by && ` ${texts.bulk.by(run.edit.by.name)}`}
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
      <PageHead
        title={run.edit ? nameRun(run) : texts.sync.runTitle(run.source)}
        note={note}
        above={<Link to="/sync">{texts.sync.title}</Link>}
      />
      <div className="stack">
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {run.reason && <Reason run={run} reason={run.reason} />}
        {isMoving(run.status) && <RunProgress run={run} />}
        {!isMoving(run.status) && run.status !== 'waiting' && <Results run={run} />}
        <AdviceForms run={run} />
        <Decision run={run} />
        <Answers run={run} />
        {!isMoving(run.status) && <DeletedHere run={run} />}
        <RunFiles run={run} />
        <PlanPanel run={run} />
      </div>
    </>
  )
}
