import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Maintenance } from '../../../contract/maintenance.ts'
import { maintenanceListQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { addDays, useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { ForecastPanel } from './ForecastPanel.tsx'
import { ServiceCard } from './ServiceCard.tsx'

const SHOWN = 100
const RECENT_DAYS = 90

type Records = ReturnType<typeof useQuery<{ data: Maintenance[]; pagination: { total: number } }>>

function Column({ title, query, records, total }: { title: string; query: Records; records: readonly Maintenance[]; total: number }) {
  const texts = useTexts().maintenance
  return (
    <Panel title={title} aside={query.data && String(total)} isFlush>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={60} m="md" w="auto" />}
      {query.data && records.length === 0 && <p className="panel-none">{texts.empty}</p>}
      {records.map((record) => (
        <ServiceCard key={record.id} record={record} />
      ))}
      {total > records.length && records.length >= SHOWN && <p className="panel-none">{texts.more(total - records.length)}</p>}
    </Panel>
  )
}

/** Open service by date, service under way, and what was completed lately. */
function Board(): ReactNode {
  const texts = useTexts()
  const { today } = useFormat()
  const yesterday = addDays(today, -1)
  const overdue = useQuery(maintenanceListQuery({ status: 'scheduled', toDate: yesterday, limit: SHOWN }))
  const due = useQuery(maintenanceListQuery({ status: 'scheduled', fromDate: today, limit: SHOWN }))
  const begun = useQuery(maintenanceListQuery({ status: 'in_progress', limit: SHOWN }))
  const recent = useQuery(maintenanceListQuery({ status: 'completed', fromDate: addDays(today, -RECENT_DAYS), limit: SHOWN }))
  const column = (title: string, query: Records, isNewestFirst = false) => {
    const records = query.data?.data ?? []
    return <Column title={title} query={query} records={isNewestFirst ? records.toReversed() : records} total={query.data?.pagination.total ?? 0} />
  }
  return (
    <div className="board">
      {(overdue.data?.data.length ?? 0) > 0 && column(texts.today.overdue, overdue)}
      {column(texts.maintenance.statuses.scheduled, due)}
      {column(texts.maintenance.statuses.in_progress, begun)}
      {column(texts.maintenance.recent, recent, true)}
    </div>
  )
}

export function MaintenancePage() {
  const texts = useTexts()
  const { ownerCan } = useRights()
  return (
    <>
      <PageHead title={texts.maintenance.title} />
      <div className="stack">
        <Board />
        {ownerCan('automation:read') && <ForecastPanel />}
      </div>
    </>
  )
}
