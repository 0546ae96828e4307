import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import { maintenanceListQuery, type MaintenanceQuery } from '../../api/queries.ts'
import { addDays } from '../../base/days.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { ServiceCard } from './ServiceCard.tsx'

const SHOWN = 100
const RECENT_DAYS = 90
const WEEK_DAYS = 7
const MONTH_DAYS = 30

interface ColumnProps {
  title: string
  /** Lists that the column shows one after another. */
  queries: readonly MaintenanceQuery[]
  isNewestFirst?: boolean
  hasStatus?: boolean
  /** True to hide the column while it is empty. */
  isOptional?: boolean
}

function useRecords(first: MaintenanceQuery, second: MaintenanceQuery | undefined) {
  const one = useQuery(maintenanceListQuery({ ...first, limit: SHOWN }))
  const other = useQuery({ ...maintenanceListQuery({ ...second, limit: SHOWN }), enabled: second !== undefined })
  const queries = second ? [one, other] : [one]
  return {
    records: queries.flatMap(({ data }) => data?.data ?? []),
    total: queries.reduce((sum, { data }) => sum + (data?.pagination.total ?? 0), 0),
    error: queries.find(({ error }) => error)?.error,
    isPending: queries.some(({ isPending }) => isPending),
    refetch: () => void Promise.all(queries.map(({ refetch }) => refetch())),
  }
}

const byDate = (a: Maintenance, b: Maintenance): number => a.service_date.localeCompare(b.service_date)

function Column({
  title,
  queries: [first = {}, second],
  isNewestFirst = false,
  hasStatus = false,
  isOptional = false,
}: ColumnProps) {
  const texts = useTexts().maintenance
  const { records, total, error, isPending, refetch } = useRecords(first, second)
  if (isOptional && total === 0 && !error) return null
  const sorted = records.toSorted(byDate)
  return (
    <Panel title={title} aside={!isPending && String(total)} isFlush>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {isPending && <Skeleton height={60} m="md" w="auto" />}
      {!isPending && !error && records.length === 0 && <p className="panel-none">{texts.empty}</p>}
      {(isNewestFirst ? sorted.toReversed() : sorted).map((record) => (
        <ServiceCard key={record.id} record={record} hasStatus={hasStatus} />
      ))}
      {total > records.length && records.length > 0 && (
        <p className="panel-none">{texts.more(total - records.length)}</p>
      )}
    </Panel>
  )
}

/** Shows scheduled services, services in progress, and those completed or cancelled recently. */
export function StatusBoard() {
  const texts = useTexts()
  const { today } = useFormat()
  const { statuses } = texts.maintenance
  const recently = addDays(today, -RECENT_DAYS)
  return (
    <div className="board">
      <Column title={texts.today.overdue} queries={[{ status: 'scheduled', toDate: addDays(today, -1) }]} isOptional />
      <Column title={statuses.scheduled} queries={[{ status: 'scheduled', fromDate: today }]} />
      <Column title={statuses.in_progress} queries={[{ status: 'in_progress' }]} />
      <Column title={texts.maintenance.recent} queries={[{ status: 'completed', fromDate: recently }]} isNewestFirst />
      <Column
        title={statuses.cancelled}
        queries={[{ status: 'cancelled', fromDate: recently }]}
        isNewestFirst
        isOptional
      />
    </div>
  )
}

/** Shows open services by due date. */
export function DateBoard() {
  const texts = useTexts()
  const { today } = useFormat()
  const open = (span: Pick<MaintenanceQuery, 'fromDate' | 'toDate'>): MaintenanceQuery[] => [
    { status: 'in_progress', ...span },
    { status: 'scheduled', ...span },
  ]
  return (
    <div className="board">
      <Column title={texts.today.overdue} queries={open({ toDate: addDays(today, -1) })} hasStatus />
      <Column
        title={texts.maintenance.thisWeek}
        queries={open({ fromDate: today, toDate: addDays(today, WEEK_DAYS - 1) })}
        hasStatus
      />
      <Column
        title={texts.maintenance.thisMonth}
        queries={open({ fromDate: addDays(today, WEEK_DAYS), toDate: addDays(today, MONTH_DAYS - 1) })}
        hasStatus
      />
      <Column title={texts.maintenance.later} queries={open({ fromDate: addDays(today, MONTH_DAYS) })} hasStatus />
    </div>
  )
}
