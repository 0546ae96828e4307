import { SegmentedControl } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { DateBoard, StatusBoard } from './Board.tsx'
import { ForecastPanel } from './ForecastPanel.tsx'
import './maintenance.css'

const route = getRouteApi('/maintenance')

export function MaintenancePage() {
  const texts = useTexts()
  const { ownerCan } = useRights()
  const { view } = route.useSearch()
  const navigate = useNavigate()
  return (
    <>
      <PageHead title={texts.maintenance.title}>
        <SegmentedControl
          size="sm"
          aria-label={texts.maintenance.view}
          data={(['status', 'date'] as const).map((value) => ({ value, label: texts.maintenance.views[value] }))}
          value={view ?? 'status'}
          onChange={(value) => void navigate({ to: '/maintenance', search: value === 'date' ? { view: 'date' } : {} })}
        />
      </PageHead>
      <div className="stack">
        {view === 'date' ? <DateBoard /> : <StatusBoard />}
        {ownerCan('automation:read') && <ForecastPanel />}
      </div>
    </>
  )
}
