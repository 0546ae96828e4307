import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { gearListQuery, maintenanceListQuery, documentListQuery, shootListQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { addDays } from '../../base/days.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { EmptyInventory } from '../../parts/EmptyInventory.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { RelativeDay } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { shootTones } from '../shoots/tones.ts'
import { ServiceLine } from './ServiceLine.tsx'
import { WaitingPanel } from './WaitingPanel.tsx'

const SHOOT_DAYS = 7
const SERVICE_DAYS = 14
const COVER_DAYS = 60
const SHOWN = 8

interface LinesProps {
  title: string
  none: string
  query: { error: Error | null; isPending: boolean; refetch: () => unknown }
  all?: ReactNode
  lines: ReactNode[]
}

/** Shows a list of the page with its skeleton, error and empty state. */
function Lines({ title, none, query, all, lines }: LinesProps) {
  return (
    <Panel title={title} aside={all} isFlush>
      {query.error && (
        <div className="panel-body">
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {query.isPending && (
        <div className="panel-body stack">
          <Skeleton height={14} />
          <Skeleton height={14} width="80%" />
        </div>
      )}
      {!query.isPending && !query.error && lines.length === 0 && <p className="panel-none">{none}</p>}
      <ul className="lines">{lines}</ul>
    </Panel>
  )
}

function Shoots() {
  const texts = useTexts()
  const format = useFormat()
  const query = useQuery(
    shootListQuery({ fromDate: format.today, toDate: addDays(format.today, SHOOT_DAYS), limit: SHOWN }),
  )
  const shoots = (query.data?.data ?? []).filter(({ status }) => status !== 'cancelled')
  return (
    <Lines
      title={texts.today.shoots}
      none={texts.today.noShoots}
      query={query}
      all={<Link to="/shoots">{texts.showAll}</Link>}
      lines={shoots.map((shoot) => (
        <li key={shoot.id}>
          <Link to="/shoots" search={{ shoot: shoot.id }}>
            <span className="when when-long">
              {format.weekday(shoot.shoot_date)} {shoot.shoot_time}
            </span>
            <span className="grow clip" dir="auto">
              {shoot.title}
              {shoot.client_name !== null && <span className="soft"> · {shoot.client_name}</span>}
            </span>
            <Tag tone={shootTones[shoot.status]}>{texts.shoots.statuses[shoot.status]}</Tag>
          </Link>
        </li>
      ))}
    />
  )
}

function Service() {
  const texts = useTexts()
  const format = useFormat()
  const toDate = addDays(format.today, SERVICE_DAYS)
  const scheduled = useQuery(maintenanceListQuery({ status: 'scheduled', toDate, limit: SHOWN }))
  const begun = useQuery(maintenanceListQuery({ status: 'in_progress', limit: SHOWN }))
  const records = [...(begun.data?.data ?? []), ...(scheduled.data?.data ?? [])]
  return (
    <Lines
      title={texts.today.service}
      none={texts.today.noService}
      query={scheduled.error || scheduled.isPending ? scheduled : begun}
      all={<Link to="/maintenance">{texts.showAll}</Link>}
      lines={records.map((record) => (
        <li key={record.id}>
          <ServiceLine record={record} />
        </li>
      ))}
    />
  )
}

function Covers() {
  const texts = useTexts()
  const format = useFormat()
  const query = useQuery(
    documentListQuery({ expiresFrom: format.today, expiresTo: addDays(format.today, COVER_DAYS), limit: SHOWN }),
  )
  return (
    <Lines
      title={texts.today.covers}
      none={texts.today.noCovers}
      query={query}
      all={<Link to="/documents">{texts.showAll}</Link>}
      lines={(query.data?.data ?? []).map((document) => {
        const content = (
          <>
            <span className="when">{document.expires_on !== null && <RelativeDay day={document.expires_on} />}</span>
            <span className="grow clip" dir="auto">
              {document.title}
            </span>
            <span className="soft small">{texts.documents.types[document.type]}</span>
          </>
        )
        return (
          <li key={document.id}>
            {document.gear_id === null ? (
              <Link to="/documents">{content}</Link>
            ) : (
              <Link to="/inventory/$id" params={{ id: document.gear_id }}>
                {content}
              </Link>
            )}
          </li>
        )
      })}
    />
  )
}

function InService() {
  const texts = useTexts()
  const query = useQuery(gearListQuery({ status: 'maintenance', limit: SHOWN }))
  return (
    <Lines
      title={texts.today.inService}
      none={texts.today.noInService}
      query={query}
      all={
        <Link to="/inventory" search={{ status: 'maintenance' }}>
          {texts.showAll}
        </Link>
      }
      lines={(query.data?.data ?? []).map((item) => (
        <li key={item.id}>
          <Link to="/inventory/$id" params={{ id: item.id }}>
            <span className="grow clip" dir="auto">
              {item.brand} {item.model}
            </span>
            <span className="mono soft">{item.asset_tag}</span>
          </Link>
        </li>
      ))}
    />
  )
}

export function TodayPage() {
  const texts = useTexts()
  const format = useFormat()
  const { can, ownerCan } = useRights()
  const gear = useQuery({ ...gearListQuery({ limit: 1 }), enabled: can('gear:read') })
  return (
    <>
      <PageHead title={texts.today.title} note={format.weekday(format.today)} />
      <div className="stack">
        {gear.data?.pagination.total === 0 && <EmptyInventory title={texts.today.welcome} />}
        <div className="panels">
          {ownerCan('automation:read') && <WaitingPanel />}
          {can('shoots:read') && <Shoots />}
          {can('gear:read') && <InService />}
          {can('maintenance:read') && <Service />}
          {can('documents:read') && <Covers />}
        </div>
      </div>
    </>
  )
}
