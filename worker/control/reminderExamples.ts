import { describeService } from '../../activities/maintenance/describeService.ts'
import { describeCoverageEnd } from '../../activities/warranty/describeCoverageEnd.ts'
import type { Notification } from '../../activities/notify/types.ts'
import type { Maintenance } from '../../contract/maintenance.ts'
import type { PreviewKind } from '../../contract/reminderPreview.ts'
import { addDays } from '../../platform/studioDay.ts'

const NO_ID = '00000000-0000-4000-8000-000000000000'
const DAYS_LEFT = 7
const ITEM = { brand: 'Canon', model: 'EOS R5', asset_tag: 'CAM-01', serial_number: '012345678901', storage_location: 'Cabinet 2' }

function makeRecord(day: string, status: Maintenance['status'], cost: number | null): Maintenance {
  const at = `${day}T08:00:00.000Z`
  const ids = { id: NO_ID, item_id: NO_ID, item_type: 'camera' } as const
  const times = { completed_at: null, created_at: at, updated_at: at }
  return { ...ids, ...times, service_type: 'Sensor cleaning', service_date: day, service_provider: 'Camera Service', status, cost, notes: null }
}

function makeService(today: string): Notification {
  const record = makeRecord(addDays(today, DAYS_LEFT), 'scheduled', null)
  const earlier = [makeRecord(addDays(today, -180), 'completed', 80), makeRecord(addDays(today, -360), 'completed', 75)]
  return describeService(record, ITEM, { step: DAYS_LEFT, daysLeft: DAYS_LEFT }, { coverage: undefined, earlier, currency: 'EUR' })
}

function makeCoverage(today: string, type: 'warranty' | 'insurance'): Notification {
  const title = type === 'warranty' ? 'Warranty: Canon EOS R5' : 'All risks'
  const document = { provider: type === 'warranty' ? 'Canon' : 'Studio Insurance', referenceNumber: 'R-4711', expiresOn: addDays(today, DAYS_LEFT) }
  const item = { name: `${ITEM.brand} ${ITEM.model}`, assetTag: ITEM.asset_tag, serialNumber: ITEM.serial_number }
  return describeCoverageEnd({ id: NO_ID, type, title, gearId: NO_ID, ...document }, item, DAYS_LEFT, DAYS_LEFT)
}

const makeProblem = (today: string): Notification => ({
  kind: 'problem',
  subject: NO_ID,
  dueOn: today,
  step: 0,
  title: 'The sync of gear could not read its sheet',
  facts: [
    { name: 'Source', value: 'gear' },
    { name: 'What to do', value: 'Share the sheet with the account of kitroom.yaml again.' },
  ],
})

function makeNotification(kind: PreviewKind, today: string): Notification {
  if (kind === 'maintenance') return makeService(today)
  return kind === 'problem' ? makeProblem(today) : makeCoverage(today, kind)
}

/** A reminder of an invented record, whose title says so. @param today `YYYY-MM-DD` */
export function makeExampleReminder(kind: PreviewKind, today: string): Notification {
  const notification = makeNotification(kind, today)
  return { ...notification, title: `Example: ${notification.title}` }
}
