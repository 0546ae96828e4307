import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Run } from '../../../contract/control/control.ts'
import type { ProblemInfo } from '../../../contract/control/problems.ts'
import type { ReminderInfo } from '../../../contract/control/reminders.ts'
import { problemsQuery, remindersQuery, runsQuery, sourcesQuery } from '../../api/queries.ts'
import { useFreshRuns } from '../../api/useFreshRuns.ts'
import { useLanguage, useTexts } from '../../base/language.tsx'
import { EnglishDetails } from '../../parts/EnglishDetails.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { useReminderTitle } from '../../parts/useReminderTitle.ts'
import type { Texts } from '../../texts/en.ts'
import { runTones } from '../sync/tones.ts'
import { useRunName } from '../sync/useRunName.ts'

const SHOWN = 5
const READ_RUNS = 30
const EDIT_SHOWN_MS = 24 * 60 * 60 * 1000

/**
 * True for a bulk edit of the last day that needs attention, since its tab may be closed: a preview that waits, or a
 * failed edit.
 */
const isOpenEdit = ({ edit, status, started_at: at }: Run): boolean =>
  edit !== undefined && ['waiting', 'stopped', 'failed'].includes(status) && Date.now() - Date.parse(at) < EDIT_SHOWN_MS

function OpenEdits({ edits }: { edits: readonly Run[] }) {
  const texts = useTexts().sync
  const nameRun = useRunName()
  return edits.map((run) => (
    <li key={run.run_id}>
      <Link to="/sync/$id" params={{ id: run.run_id }}>
        <span className="grow clip" dir="auto">
          {nameRun(run)}
        </span>
        <Tag tone={runTones[run.status]}>{texts.statuses[run.status]}</Tag>
      </Link>
    </li>
  ))
}

const countRefused = ({ counts }: Run): number => counts['refused'] ?? 0

/** True for a last run that a person looks at: a plan that waits, a failed sync, or one with refused rows. */
const isOpenRun = (run: Run): boolean =>
  run.status === 'waiting' ||
  run.status === 'failed' ||
  (run.status === 'completed_with_errors' && run.undoes === undefined && countRefused(run) > 0)

function describeOpenRun(run: Run, texts: Texts['today']): string {
  if (run.status === 'failed') return texts.runFailed(run.source)
  return run.status === 'waiting' ? texts.planWaits(run.source) : texts.refusedRows(run.source, countRefused(run))
}

function WaitingRuns({ runs }: { runs: readonly Run[] }) {
  const texts = useTexts()
  return runs.map((run) => (
    <li key={run.run_id}>
      <Link to="/sync/$id" params={{ id: run.run_id }}>
        <span className="grow">{describeOpenRun(run, texts.today)}</span>
        {run.status === 'waiting' && countRefused(run) > 0 && (
          <Tag tone="bad">{texts.today.rowsRefused(countRefused(run))}</Tag>
        )}
        <Tag tone={runTones[run.status]}>{texts.sync.statuses[run.status]}</Tag>
      </Link>
    </li>
  ))
}

/** Shows what to know about a problem: in English as the worker explains it, else the facts of its message. */
function ProblemText({ problem }: { problem: ProblemInfo }) {
  const { language } = useLanguage()
  const translated = problem.translations?.[language]
  if (!translated) return <p className="small soft wrap">{problem.detail}</p>
  return (
    <>
      {translated.facts.map(({ name, value }) => (
        <p key={`${name} ${value}`} className="small soft wrap">
          {name}: {value}
        </p>
      ))}
      <EnglishDetails said={[{ text: translated.title, english: `${problem.title}\n${problem.detail}` }]} />
    </>
  )
}

function OtherProblems({ problems }: { problems: readonly ProblemInfo[] }) {
  const { language } = useLanguage()
  return problems.map((problem) => (
    <li key={problem.code + problem.title}>
      <details className="problem">
        <summary>
          {problem.translations?.[language]?.title ?? problem.title} <Moment at={problem.since} />
        </summary>
        <ProblemText problem={problem} />
      </details>
    </li>
  ))
}

function FailedReminders({ reminders }: { reminders: readonly ReminderInfo[] }) {
  const texts = useTexts()
  const toTitle = useReminderTitle()
  return reminders.map((reminder) => (
    <li key={`${reminder.subject} ${reminder.channel} ${reminder.recipient} ${reminder.step}`}>
      <Link to="/reminders">
        <span className="grow clip" dir="auto">
          {texts.today.reminderFailed(toTitle(reminder))}
        </span>
        <Tag tone="bad">{texts.reminders.states[reminder.state]}</Tag>
      </Link>
    </li>
  ))
}

/** Shows waiting plans, failed syncs, unsent reminders and problems of the worker. */
export function WaitingPanel() {
  const texts = useTexts()
  const sources = useQuery(sourcesQuery)
  useFreshRuns(sources.data)
  const problems = useQuery(problemsQuery)
  const reminders = useQuery(remindersQuery({ state: 'failed', limit: SHOWN }))
  const edits = (useQuery(runsQuery(READ_RUNS)).data?.data ?? []).filter(isOpenEdit)
  const runs = (sources.data ?? []).flatMap(({ last_run: run }) => (run && isOpenRun(run) ? [run] : []))
  const others = (problems.data ?? []).filter(({ code }) => code !== 'sync_waits' && code !== 'sync_failed')
  const failed = reminders.data?.data ?? []
  const error = sources.error ?? problems.error ?? reminders.error
  const isDone =
    !error &&
    sources.data &&
    problems.data &&
    reminders.data &&
    edits.length + runs.length + others.length + failed.length === 0
  return (
    <Panel title={texts.today.waiting} isFlush>
      {error && (
        <div className="panel-body">
          <ErrorNote
            error={error}
            onRetry={() => void Promise.all([sources.refetch(), problems.refetch(), reminders.refetch()])}
          />
        </div>
      )}
      {isDone === true && <p className="panel-none">{texts.today.noWaiting}</p>}
      <ul className="lines">
        <OpenEdits edits={edits} />
        <WaitingRuns runs={runs} />
        <OtherProblems problems={others} />
        <FailedReminders reminders={failed} />
      </ul>
    </Panel>
  )
}
