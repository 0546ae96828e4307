import { Select } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Run, SourceInfo } from '../../../contract/control/control.ts'
import { runPagesQuery } from '../../api/queries.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Older } from '../../parts/Older.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { outcomeTones } from './tones.ts'
import { useRunName } from './useRunName.ts'
import { useRunState } from './useRunState.ts'

const SHOWN_COUNTS = ['create', 'update', 'conflict', 'question', 'refused', 'delete', 'deleted_in_api'] as const

function Counts({ run }: { run: Run }) {
  const texts = useTexts().sync
  const { number } = useFormat()
  return SHOWN_COUNTS.filter((outcome) => (run.counts[outcome] ?? 0) > 0).map((outcome) => (
    <Tag
      key={outcome}
      tone={outcomeTones[outcome]}
    >{`${number(run.counts[outcome] ?? 0)} ${texts.outcomes[outcome]}`}</Tag>
  ))
}

function RunLine({ run }: { run: Run }) {
  const texts = useTexts()
  const nameRun = useRunName()
  const state = useRunState()(run)
  return (
    <li>
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
        <Tag tone={state.tone}>{state.text}</Tag>
      </Link>
    </li>
  )
}

interface SourceChoiceProps {
  sources: readonly SourceInfo[]
  source: string | null
  onChange: (source: string | null) => void
}

function SourceChoice({ sources, source, onChange }: SourceChoiceProps) {
  const texts = useTexts()
  if (sources.length < 2) return null
  const names = sources.map((each) => each.source)
  return (
    <Select
      size="xs"
      aria-label={texts.sync.source}
      placeholder={texts.all}
      data={names}
      value={source}
      clearable
      onChange={onChange}
    />
  )
}

interface RunsProps {
  sources: readonly SourceInfo[]
  /** True to show nothing if there are no runs. */
  isOptional?: boolean
}

/** Lists all runs, newest first. */
export function Runs({ sources, isOptional = false }: RunsProps) {
  const texts = useTexts()
  const [source, setSource] = useState<string | null>(null)
  const query = useInfiniteQuery(runPagesQuery(source ?? undefined))
  const { data, error, refetch } = query
  const runs = data?.pages.flatMap((page) => page.data)
  if (isOptional && !error && (runs ?? []).length === 0) return null
  return (
    <Panel
      title={texts.sync.history}
      aside={<SourceChoice sources={sources} source={source} onChange={setSource} />}
      isFlush
    >
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {runs?.length === 0 && <p className="panel-none">{texts.sync.noRuns}</p>}
      <ul className="lines">
        {(runs ?? []).map((run) => (
          <RunLine key={run.run_id} run={run} />
        ))}
      </ul>
      <Older query={query} label={texts.sync.olderRuns} />
    </Panel>
  )
}
