import { describeCoveredService } from '../../activities/maintenance/covered/describeCoveredService.ts'
import { describeService } from '../../activities/maintenance/describeService.ts'
import { describeShoot } from '../../activities/shoots/describeShoot.ts'
import { describeCoverageEnd } from '../../activities/warranty/describeCoverageEnd.ts'
import type { Notification } from '../../activities/notify/types.ts'
import type { Maintenance } from '../../contract/api/maintenance.ts'
import type { PreviewedReminder } from '../../contract/control/reminderPreview.ts'
import type { Shoot } from '../../contract/api/shoots.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import { addDays } from '../../platform/studioDay.ts'

const NO_ID = '00000000-0000-4000-8000-000000000000'
const DAYS_LEFT = 7
const ITEM = { brand: 'Canon', model: 'EOS R5', asset_tag: 'CAM-01', serial_number: '012345678901' }

function makeRecord(service: string, day: string, status: Maintenance['status'], cost: number | null): Maintenance {
  const at = `${day}T08:00:00.000Z`
  const ids = { id: NO_ID, item_id: NO_ID, item_type: 'camera' } as const
  const times = { completed_at: null, created_at: at, updated_at: at }
  return {
    ...ids,
    ...times,
    service_type: service,
    service_date: day,
    service_provider: 'Camera Service',
    status,
    cost,
    notes: null,
  }
}

function makeService(today: string, texts: Texts): Notification {
  const { service, location } = texts.examples
  const record = makeRecord(service, addDays(today, DAYS_LEFT), 'scheduled', null)
  const earlier = [
    makeRecord(service, addDays(today, -180), 'completed', 80),
    makeRecord(service, addDays(today, -360), 'completed', 75),
  ]
  const item = { ...ITEM, storage_location: location }
  return describeService(
    record,
    item,
    { step: DAYS_LEFT, daysLeft: DAYS_LEFT },
    { coverage: undefined, earlier, currency: 'EUR' },
    texts,
  )
}

function makeCoverage(today: string, type: 'warranty' | 'insurance', texts: Texts): Notification {
  const title = texts.examples[type]
  const document = {
    provider: type === 'warranty' ? 'Canon' : 'Studio Insurance',
    referenceNumber: 'R-4711',
    expiresOn: addDays(today, DAYS_LEFT),
  }
  const item = { name: `${ITEM.brand} ${ITEM.model}`, assetTag: ITEM.asset_tag, serialNumber: ITEM.serial_number }
  return describeCoverageEnd({ id: NO_ID, type, title, gearId: NO_ID, ...document }, item, DAYS_LEFT, DAYS_LEFT, texts)
}

const makeProblem = (today: string, { problems }: Texts): Notification => ({
  kind: 'problem',
  subject: NO_ID,
  dueOn: today,
  step: 0,
  title: problems.example.title,
  facts: [
    { name: problems.facts.source, value: 'gear' },
    { name: problems.facts.whatToDo, value: problems.example.advice },
  ],
})

function makeCoveredService(today: string, texts: Texts): Notification {
  const { service, warranty } = texts.examples
  const record = makeRecord(service, addDays(today, DAYS_LEFT), 'scheduled', 80)
  const coverage = {
    type: 'warranty',
    title: warranty,
    expires_on: addDays(today, 180),
    provider: 'Canon',
    reference_number: 'R-4711',
  } as const
  return describeCoveredService(record, ITEM, coverage, 'EUR', texts)
}

function makeShoot(today: string, texts: Texts): Notification {
  const { shoot: title, place } = texts.examples
  const at = `${today}T08:00:00.000Z`
  const status = { status: 'confirmed', completion_progress: 0 } as const
  const times = {
    shoot_date: addDays(today, 1),
    shoot_time: '09:30',
    duration_minutes: 240,
    created_at: at,
    updated_at: at,
  }
  const shoot: Shoot = {
    id: NO_ID,
    title,
    client_name: null,
    ...status,
    ...times,
    location: place,
    locations: [place],
    notes: null,
  }
  return describeShoot(shoot, today, texts)
}

const makers: Readonly<Record<PreviewedReminder, (today: string, texts: Texts) => Notification>> = {
  maintenance: makeService,
  warranty: (today, texts) => makeCoverage(today, 'warranty', texts),
  insurance: (today, texts) => makeCoverage(today, 'insurance', texts),
  covered_service: makeCoveredService,
  shoot_tomorrow: makeShoot,
  problem: makeProblem,
}

/** Creates a reminder of an invented record, whose title says so. @param today `YYYY-MM-DD` */
export function makeExampleReminder(kind: PreviewedReminder, today: string, texts: Texts): Notification {
  const notification = makers[kind](today, texts)
  return { ...notification, title: texts.example(notification.title) }
}
