import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import { gearQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { RelativeDay } from '../../parts/Moment.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { maintenanceTones } from '../maintenance/tones.ts'

/** Returns the name of a record's item; its type until the item is read. */
export function useItemName(id: string, type: Maintenance['item_type']): string {
  const { can } = useRights()
  const texts = useTexts()
  const { data } = useQuery({ ...gearQuery(id), enabled: can('gear:read'), staleTime: 60_000 })
  return data ? `${data.brand} ${data.model}` : texts.gearTypes[type]
}

export function ServiceLine({ record }: { record: Maintenance }) {
  const texts = useTexts()
  const format = useFormat()
  const name = useItemName(record.item_id, record.item_type)
  const isOverdue = record.status === 'scheduled' && record.service_date < format.today
  return (
    <Link to="/maintenance" search={{ record: record.id }}>
      <span className="when">
        <RelativeDay day={record.service_date} />
      </span>
      <span className="grow clip" dir="auto">
        {record.service_type}
        <span className="soft"> · {name}</span>
      </span>
      <Tag tone={isOverdue ? 'bad' : maintenanceTones[record.status]}>
        {isOverdue ? texts.today.overdue : texts.maintenance.statuses[record.status]}
      </Tag>
    </Link>
  )
}
