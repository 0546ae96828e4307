import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { RelativeDay } from '../../parts/Moment.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { useItemName } from '../today/ServiceLine.tsx'
import { ServiceActions } from './ServiceActions.tsx'
import { maintenanceTones } from './tones.ts'

const route = getRouteApi('/maintenance')

/** @param hasStatus shows the status if the column does not */
export function ServiceCard({ record, hasStatus }: { record: Maintenance; hasStatus: boolean }) {
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
    <article ref={card} className="service-card" data-open={isOpen} aria-label={record.service_type}>
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
        <span>{isDone ? format.day(record.service_date) : <RelativeDay day={record.service_date} />}</span>
        <span className="clip">
          {[record.service_provider, record.cost !== null && format.money(record.cost)].filter(Boolean).join(' · ')}
        </span>
        {hasStatus && <Tag tone={maintenanceTones[record.status]}>{texts.maintenance.statuses[record.status]}</Tag>}
      </div>
      {record.notes !== null && (
        <details className="small soft">
          <summary>{texts.maintenance.notes}</summary>
          <span className="wrap" dir="auto">
            {record.notes}
          </span>
        </details>
      )}
      {can('maintenance:write') && <ServiceActions record={record} />}
    </article>
  )
}
