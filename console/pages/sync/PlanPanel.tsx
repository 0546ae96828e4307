import { Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import type { Run } from '../../../contract/control/control.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { sourcesQuery } from '../../api/queries.ts'
import { AnsweredRun } from './answers/answeredRun.ts'
import { useMayAnswer } from './answers/useAnswer.ts'
import { DamagedValues } from './DamagedValues.tsx'
import { Evidence } from './Evidence.tsx'
import { PlanNotes } from './PlanNotes.tsx'
import { PlanQuestions } from './PlanQuestions.tsx'
import { PlanRows } from './PlanRows.tsx'
import { useItemsNamed } from './useItemsNamed.ts'
import { toSearchText, usePlan, type Row } from './usePlan.ts'

const route = getRouteApi('/sync/$id')
const GROUPS = [
  'create',
  'update',
  'conflict',
  'question',
  'refused',
  'delete',
  'mark',
  'deleted_in_api',
  'skipped',
  'unchanged',
] as const

/** True for rows that change nothing; they come last. */
const isQuiet = ({ outcome }: Row): boolean => outcome === 'unchanged' || outcome === 'skipped'
const orderRows = (rows: readonly Row[]): readonly Row[] => [
  ...rows.filter((row) => !isQuiet(row)),
  ...rows.filter(isQuiet),
]

const countGroups = (rows: readonly Row[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { outcome } of rows) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return counts
}

function useShownRows(rows: readonly Row[], group: string | undefined, q: string | undefined): readonly Row[] {
  const wanted = useDeferredValue(q?.trim().toLowerCase() ?? '')
  const named = useItemsNamed(wanted)
  const ordered = useMemo(() => (group === undefined ? orderRows(rows) : rows), [rows, group])
  return useMemo(() => {
    const isWanted = (row: Row): boolean =>
      wanted === '' || toSearchText(row).includes(wanted) || named.has(row.gear_id ?? '')
    return ordered.filter((row) => (group === undefined || row.outcome === group) && isWanted(row))
  }, [ordered, group, wanted, named])
}

function Groups({ rows, group }: { rows: readonly Row[]; group: string | undefined }) {
  const texts = useTexts()
  const { number } = useFormat()
  const { id } = route.useParams()
  const counts = useMemo(() => countGroups(rows), [rows])
  const tabs: [string | undefined, string, number][] = [
    [undefined, texts.all, rows.length],
    ...GROUPS.flatMap((name): [string, string, number][] =>
      counts.has(name) ? [[name, texts.sync.outcomes[name], counts.get(name) ?? 0]] : [],
    ),
  ]
  return (
    <nav className="groups" aria-label={texts.sync.what}>
      {tabs.map(([name, label, count]) => (
        <Link
          key={label}
          to="/sync/$id"
          params={{ id }}
          search={name === undefined ? {} : { group: name }}
          className="group"
          data-current={group === name}
          replace
          resetScroll={false}
        >
          {label} <span className="soft number">{number(count)}</span>
        </Link>
      ))}
    </nav>
  )
}

/** True for a waiting plan of a dropped sheet none of whose items is bound yet: its columns are looked at first. */
function useIsFirst(run: Run): boolean {
  const mayAnswer = useMayAnswer(run)
  const { data: sources } = useQuery({ ...sourcesQuery, enabled: mayAnswer })
  const source = sources?.find((each) => each.source === run.source)
  return mayAnswer && source?.kind === 'dropped' && source.bound_items === 0
}

/** Shows the plan or report of a run, by groups. */
export function PlanPanel({ run }: { run: Run }) {
  const texts = useTexts()
  const navigate = useNavigate()
  const { group, q } = route.useSearch()
  const { data, error, isPending, refetch } = usePlan(run)
  const isNew = useIsFirst(run)
  const mayAnswer = useMayAnswer(run)
  const rows = useShownRows(data?.rows ?? [], group, q)
  if (run.planned_at === null) return null
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton height={240} />
  const evidence = data.summary?.mapping && <Evidence run={run} summary={data.summary} isOpen={isNew} />
  const setFilter = (text: string): void =>
    void navigate({
      to: '/sync/$id',
      params: { id: run.run_id },
      search: { ...(group !== undefined && { group }), ...(text !== '' && { q: text }) },
      replace: true,
      resetScroll: false,
    })
  return (
    <Panel title={texts.sync.rows(rows.length)} isFlush>
      {data.summary && <PlanNotes summary={data.summary} />}
      {isNew && evidence}
      {data.summary?.questions && <PlanQuestions run={run} questions={data.summary.questions} />}
      <DamagedValues run={run} rows={data.rows} />
      <Groups rows={data.rows} group={group} />
      <TextInput
        className="plan-filter"
        type="search"
        aria-label={texts.sync.filter}
        placeholder={texts.sync.filter}
        leftSection={<Icon name="search" size={16} />}
        value={q ?? ''}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {rows.length === 0 ? (
        <Empty title={texts.sync.noRowsTitle} text={texts.sync.noRowsText} />
      ) : (
        <AnsweredRun value={mayAnswer ? run : undefined}>
          <PlanRows key={group ?? ''} rows={rows} hasNumbers={run.edit === undefined} />
        </AnsweredRun>
      )}
      {!isNew && evidence}
    </Panel>
  )
}
