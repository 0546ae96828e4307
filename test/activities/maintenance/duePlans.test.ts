import { expect, it } from 'vitest'
import { loadConfig } from '../../../config/config.ts'
import type { Plan } from '../../../config/maintenance.ts'
import { isCoveredByPlan, findDueOccurrences } from '../../../activities/maintenance/findDueOccurrences.ts'
import { checkDueOccurrence, toNotesMarker } from '../../../activities/maintenance/checkDueOccurrence.ts'
import { Gear } from '../../../contract/api/gear.ts'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import { newGearByType } from '../../../contract/api/gear.ts'
import { writableFields } from '../../../contract/api/gearFields.ts'

const id = '019d33aa-0000-7000-8000-000000000001'
const createdAt = '2026-01-10T23:30:00.000Z'

const camera = (fields: Record<string, unknown> = {}): Gear => {
  const knownFields = newGearByType.camera.parse({ gear_type: 'camera', brand: 'Canon', model: 'EOS R5' })
  const emptyFields = Object.fromEntries(writableFields('camera').map((name) => [name, null]))
  return Gear.parse({
    ...emptyFields,
    status: 'available',
    condition: 'good',
    ...knownFields,
    id,
    created_at: createdAt,
    updated_at: createdAt,
    ...fields,
  })
}

const plan = (lines: string): Plan => {
  const text = `maintenance:\n  plans:\n    - { id: sensor, service_type: Sensor cleaning, every: 6 months, applies_to: { type: camera }, ${lines} }\n`
  return loadConfig(text).maintenance.plans[0] as Plan
}

const filter = (text: string): Plan =>
  loadConfig(`maintenance:\n  plans:\n    - { id: a, service_type: Check, every: 1 year, applies_to: ${text} }\n`)
    .maintenance.plans[0] as Plan

const dates = (plan: Plan, gear: Gear, day: string, doneOn?: string): string[] =>
  findDueOccurrences(plan, gear, day, 'Europe/Berlin', doneOn).map(({ dueOn, isMissed }) =>
    isMissed ? `missed ${dueOn}` : dueOn,
  )

it.each([
  ['{ type: camera }', true],
  ['{ type: lens }', false],
  ['{ brand: CANON }', true],
  ['{ brand: Cano }', false],
  ['{ brand: canon, model: "eos r5" }', true],
  ['{ brand: canon, model: "eos r6" }', false],
  ['{ asset_tags: [cam-7] }', true],
  ['{ asset_tags: [cam-8] }', false],
  ['{ type: lens, asset_tags: [cam-7] }', false],
])('a plan for %s applies to the camera: %s', (text, expected) => {
  expect(isCoveredByPlan(filter(text), camera({ asset_tag: 'CAM-7' }))).toBe(expected)
})

it('a plan does not apply to retired gear', () => {
  expect(isCoveredByPlan(filter('{ type: camera }'), camera({ status: 'retired' }))).toBe(false)
})

it('a record is due from its lead time on, until its date', () => {
  const sensorPlan = plan('from: purchase, lead_days: 14')
  const gear = camera({ purchase_date: '2026-05-31' })
  expect(dates(sensorPlan, gear, '2026-11-15')).toEqual([])
  expect(dates(sensorPlan, gear, '2026-11-16')).toEqual(['2026-11-30'])
  expect(dates(sensorPlan, gear, '2026-11-30')).toEqual(['2026-11-30'])
  expect(dates(sensorPlan, gear, '2026-12-01')).toEqual(['missed 2026-11-30'])
})

it('the last missed record and the next one are due after a long gap, and no others', () => {
  const sensorPlan = plan('from: purchase, lead_days: 30')
  expect(dates(sensorPlan, camera({ purchase_date: '2020-01-31' }), '2026-07-10')).toEqual([
    'missed 2026-01-31',
    '2026-07-31',
  ])
})

it('an item without a purchase date counts from its creation, in the studio’s time zone', () => {
  expect(dates(plan('from: purchase, lead_days: 0'), camera(), '2026-07-11')).toEqual(['2026-07-11'])
  expect(
    findDueOccurrences(plan('from: purchase, lead_days: 0'), camera(), '2026-07-10', 'UTC', undefined).map(
      ({ dueOn }) => dueOn,
    ),
  ).toEqual(['2026-07-10'])
})

it('a plan with a start date is due on it first, and a later item has missed nothing', () => {
  const sensorPlan = plan('from: 2026-03-01, lead_days: 20')
  expect(dates(sensorPlan, camera({ purchase_date: '2025-01-01' }), '2026-02-20')).toEqual(['2026-03-01'])
  expect(dates(sensorPlan, camera({ purchase_date: '2026-03-02' }), '2026-04-01')).toEqual([])
  expect(dates(sensorPlan, camera({ purchase_date: '2026-03-02' }), '2026-08-20')).toEqual(['2026-09-01'])
})

it('a plan from the last completion counts from it', () => {
  const sensorPlan = plan('from: last_completed, lead_days: 10')
  const gear = camera({ purchase_date: '2026-01-15' })
  expect(dates(sensorPlan, gear, '2026-07-10')).toEqual(['2026-07-15'])
  expect(dates(sensorPlan, gear, '2026-07-10', '2026-06-30')).toEqual([])
  expect(dates(sensorPlan, gear, '2026-12-21', '2026-06-30')).toEqual(['2026-12-30'])
})

const record = (fields: Partial<Maintenance>): Maintenance => ({
  id: '019d33aa-0000-7000-8000-000000000002',
  item_type: 'camera',
  item_id: id,
  service_type: 'sensor CLEANING',
  service_date: '2026-01-31',
  service_provider: null,
  status: 'scheduled',
  cost: null,
  notes: null,
  completed_at: null,
  created_at: createdAt,
  updated_at: createdAt,
  ...fields,
})

const missedPlan = findDueOccurrences(
  plan('from: purchase, lead_days: 30'),
  camera({ purchase_date: '2025-07-31' }),
  '2026-02-10',
  'UTC',
  undefined,
)[0]
const countedPlan = findDueOccurrences(
  plan('lead_days: 30'),
  camera({ purchase_date: '2025-07-31' }),
  '2026-02-10',
  'UTC',
  undefined,
)[0]
if (!missedPlan || !countedPlan) throw new Error('nothing is due')

it.each([
  ['nothing else', missedPlan, [], 'make'],
  ['a record of the same service and day', missedPlan, [record({})], 'found'],
  ['one that was cancelled', missedPlan, [record({ status: 'cancelled' })], 'found'],
  ['one of another service', missedPlan, [record({ service_type: 'Firmware' })], 'make'],
  [
    'its own record under another date',
    missedPlan,
    [record({ service_date: '2026-06-01', notes: `Half a year.\n${toNotesMarker(missedPlan)} Call first.` })],
    'found',
  ],
  [
    'one done in its lead time',
    missedPlan,
    [record({ service_date: '2026-01-10', completed_at: '2026-01-02T10:00:00.000Z' })],
    'done',
  ],
  [
    'one done long before',
    missedPlan,
    [record({ service_date: '2025-12-01', completed_at: '2025-12-01T10:00:00.000Z' })],
    'make',
  ],
  ['one that is open', missedPlan, [record({ service_date: '2025-12-01' })], 'make'],
  [
    'one that is open, counted from the last completion',
    countedPlan,
    [record({ service_date: '2025-12-01' })],
    'waits',
  ],
])('a due record with %s', (_what, due, records, outcome) => {
  expect(checkDueOccurrence(due, records, 'UTC')).toMatchObject({ outcome })
})
