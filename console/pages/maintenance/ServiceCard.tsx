import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Maintenance } from '../../../contract/maintenance.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { useItemName } from '../today/ServiceLine.tsx'
import { CompleteDialog } from './CompleteDialog.tsx'
import { useUpdateMaintenance } from './useUpdateMaintenance.ts'

const route = getRouteApi('/maintenance')

function Actions({ record }: { record: Maintenance }) {
  const texts = useTexts().maintenance
  const [isCompleting, setCompleting] = useState(false)
  const start = useUpdateMaintenance(record)
  return (
    <div className="row" style={{ justifyContent: 'flex-start' }}>
      <Button size="compact-xs" variant="light" onClick={() => setCompleting(true)}>
        {texts.complete}
      </Button>
      {record.status === 'scheduled' && (
        <Button size="compact-xs" variant="default" loading={start.isPending} onClick={() => start.mutate({ status: 'in_progress' })}>
          {texts.start}
        </Button>
      )}
      {start.error && <ErrorNote error={start.error} />}
      {isCompleting && <CompleteDialog record={record} onClose={() => setCompleting(false)} />}
    </div>
  )
}

export function ServiceCard({ record }: { record: Maintenance }) {
  const texts = useTexts()
  const format = useFormat()
  const { can } = useRights()
  const name = useItemName(record.item_id, record.item_type)
  const isOpen = route.useSearch().record === record.id
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView({ block: 'center' })
  }, [isOpen])
  const isDone = record.status === 'completed' || record.status === 'cancelled'
  return (
    <article ref={card} className="service-card" data-open={isOpen}>
      <div className="wrap" dir="auto">
        {record.service_type}
      </div>
      <div className="small clip" dir="auto">
        {can('gear:read') ? (
          <Link to="/inventory/$id" params={{ id: record.item_id }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </div>
      <div className="row small soft">
        <span title={format.day(record.service_date)}>{isDone ? format.day(record.service_date) : format.daysFromToday(record.service_date)}</span>
        <span className="clip">{[record.service_provider, record.cost !== null && format.money(record.cost)].filter(Boolean).join(' · ')}</span>
      </div>
      {record.notes !== null && (
        <details className="small soft">
          <summary>{texts.maintenance.notes}</summary>
          <span className="wrap" dir="auto">
            {record.notes}
          </span>
        </details>
      )}
      {!isDone && can('maintenance:write') && <Actions record={record} />}
    </article>
  )
}
