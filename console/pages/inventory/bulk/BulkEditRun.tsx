import { Alert, Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Run } from '../../../../contract/control/control.ts'
import { isFinal } from '../../../../contract/temporal.ts'
import { runQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../base/language.tsx'
import { ErrorNote } from '../../../parts/ErrorNote.tsx'
import { LinkButton } from '../../../parts/LinkButton.tsx'
import { PageSkeleton } from '../../../parts/PageSkeleton.tsx'
import { UndoButton, useDecide } from '../../sync/Decision.tsx'
import { PlanList } from '../../sync/PlanList.tsx'
import { Results, RunProgress, useFreshGear } from '../../sync/RunState.tsx'
import '../../sync/sync.css'
import { isMoving } from '../../sync/tones.ts'
import { usePlan, type Row } from '../../sync/usePlan.ts'

const MOVING_POLL_MS = 400

/** Refused rows come first, unchanged rows last. */
const ORDER: readonly Row['outcome'][] = ['refused', 'conflict', 'update', 'unchanged']

function Rows({ run }: { run: Run }) {
  const { data, error, refetch } = usePlan(run)
  const rows = useMemo(
    () => (data?.rows ?? []).toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome)),
    [data],
  )
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  return data ? <PlanList rows={rows} /> : <Skeleton height={160} />
}

function Waiting({ run, decide, onDrop }: { run: Run; decide: ReturnType<typeof useDecide>; onDrop: () => void }) {
  const texts = useTexts()
  const { update = 0, unchanged = 0, refused = 0 } = run.counts
  return (
    <>
      <p className="bulk-summary" role="status">
        {texts.bulk.summary(update, unchanged, refused)}
      </p>
      <Rows run={run} />
      {decide.error && <ErrorNote error={decide.error} />}
      <Group justify="flex-end">
        <Button variant="default" disabled={decide.isPending} onClick={onDrop}>
          {texts.cancel}
        </Button>
        {update > 0 && (
          <Button loading={decide.isPending} onClick={() => decide.mutate('approve')} data-autofocus>
            {texts.bulk.apply(update)}
          </Button>
        )}
      </Group>
    </>
  )
}

function Ended({ run, onClose }: { run: Run; onClose: () => void }) {
  const texts = useTexts()
  return (
    <>
      {run.reason && <Alert color="yellow">{run.reason.detail}</Alert>}
      <div role="status">
        <Results run={run} />
      </div>
      {run.status.startsWith('completed') && (run.counts['update'] ?? 0) === 0 && <p>{texts.bulk.nothing}</p>}
      {run.planned_at !== null && <Rows run={run} />}
      <Group justify="flex-end">
        <LinkButton to="/sync/$id" params={{ id: run.run_id }} variant="default">
          {texts.bulk.openRun}
        </LinkButton>
        {(run.results['updated'] ?? 0) > 0 && <UndoButton run={run} />}
        <Button onClick={onClose}>{texts.close}</Button>
      </Group>
    </>
  )
}

/** Shows preview, progress and result of a bulk edit. An approved one continues without the page. */
export function BulkEditRun({ first, onClose }: { first: Run; onClose: () => void }) {
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    ...runQuery(first.run_id),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data.status) ? MOVING_POLL_MS : false),
  })
  const shown = run ?? first
  const decide = useDecide(shown)
  useFreshGear(shown)
  return (
    <div className="stack">
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!run && !error && <PageSkeleton />}
      {run && isMoving(run.status) && <RunProgress run={run} />}
      {run?.status === 'waiting' && <Waiting run={run} decide={decide} onDrop={onClose} />}
      {run && isFinal(run.status) && <Ended run={run} onClose={onClose} />}
    </div>
  )
}
