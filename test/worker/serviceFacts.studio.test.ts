import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../contract/control/control.ts'
import type { Item } from '../support/api.ts'
import { testTemporal } from '../support/temporal.ts'
import { addDays } from '../../platform/studioDay.ts'
import { openDays } from './support/days.ts'
import { openStudio, type Studio } from './support/studio.ts'

const config = (maintenance: string, more = ''): string => `sources:
  - id: main
    file: sheet.csv
    ${maintenance}
${more}`
const ON = 'maintenance: { service: Wartung }'
const HEAD = 'Asset Tag,Type,Brand,Model,Letzte Wartung,Nächste Wartung,Wartungsintervall,Calibrated on'

let studio: Studio
beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config: config('') })
})
afterAll(() => studio[Symbol.asyncDispose]())

const write = (...rows: string[]): void => studio.writeSheet('sheet.csv', [HEAD, ...rows].join('\n'))
const findItem = async (tag: string): Promise<Item> =>
  (await studio.api.get(`/gear?asset_tag=${tag}`)).items()[0] as Item

/** Maintenance records of all items, as `tag type date status`. */
async function records(): Promise<string[]> {
  const tags = new Map((await studio.api.get('/gear?limit=200')).items().map((item) => [item.id, item['asset_tag']]))
  return (await studio.api.get('/maintenance?limit=200'))
    .items()
    .map((record) =>
      [tags.get(String(record['item_id'])), record['service_type'], record['service_date'], record['status']].join(' '),
    )
    .toSorted()
}

const undo = async (runId: string): Promise<Run> => {
  const planned = await studio.sync.follow((await studio.sync.undo(runId)).run_id)
  if (planned.status !== 'waiting') return planned
  await studio.sync.approve(planned.run_id, planned.counts['delete'] ?? 0)
  return studio.sync.follow(planned.run_id)
}

const CAMERA = 'C-1,camera,Sony,FX3,2025-05-01,2026-05-01,,2025-02-03'
const LENS = 'L-1,lens,Sigma,35mm,2025-06-15,,12 Monate,'

it('without the setting the columns are left out, and the plan says what they are', async () => {
  write(CAMERA, LENS, 'T-1,tripod,Sachtler,Ace,,,,')
  const run = await studio.sync.syncAll()
  expect(run).toMatchObject({ status: 'completed', results: { created: 3 } })
  const { head } = await studio.sync.report(run.run_id)
  const left = head.mapping?.tables[0]?.left_out ?? []
  expect(left.map(({ column, field }) => [column, field])).toEqual([
    ['E', 'last_service'],
    ['F', 'next_service'],
    ['G', 'service_interval'],
    ['H', 'last_calibration'],
  ])
  expect(left[0]?.detail).toBe(
    'it can be last_service of maintenance records; with maintenance: true in the source the plan makes them',
  )
  expect(left[0]?.proposal).toMatchObject({ type: 'date' })
  expect(await records()).toEqual([])
})

it('with the setting the plan makes completed and scheduled records, once', async () => {
  studio.configure(config(ON))
  const run = await studio.sync.syncAll()
  expect(run).toMatchObject({ status: 'completed', counts: { update: 2, unchanged: 1 }, results: { updated: 2 } })
  const { rows } = await studio.sync.report(run.run_id)
  expect(rows.find(({ key }) => key === 'L-1')).toMatchObject({
    changed: { last_service: { from: null, to: '2025-06-15' }, next_service: { from: null, to: '2026-06-15' } },
    evidence: { next_service: { message: '2025-06-15 + 12 months' } },
  })
  const made = [
    'C-1 Calibration 2025-02-03 completed',
    'C-1 Wartung 2025-05-01 completed',
    'C-1 Wartung 2026-05-01 scheduled',
    'L-1 Wartung 2025-06-15 completed',
    'L-1 Wartung 2026-06-15 scheduled',
  ]
  expect(await records()).toEqual(made)
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', counts: { unchanged: 3 } })
  expect(await records()).toEqual(made)
})

it('a new service adds a completed record and moves the scheduled one; its undo takes both back, and once', async () => {
  const before = await records()
  write(CAMERA, 'L-1,lens,Sigma,35mm,2026-06-10,,12 Monate,', 'T-1,tripod,Sachtler,Ace,,,,')
  const run = await studio.sync.syncAll()
  expect(run.counts).toEqual({ update: 1, unchanged: 2 })
  const after = (await records()).filter((record) => record.startsWith('L-1'))
  expect(after).toEqual([
    'L-1 Wartung 2025-06-15 completed',
    'L-1 Wartung 2026-06-10 completed',
    'L-1 Wartung 2027-06-10 scheduled',
  ])
  const undone = await undo(run.run_id)
  expect(undone).toMatchObject({ status: 'completed', results: { updated: 1 } })
  expect(await records()).toEqual(before)
  expect((await studio.sync.syncAll()).counts, 'the undone records stay undone').toEqual({ unchanged: 3 })
  expect(await undo(undone.run_id)).toMatchObject({ status: 'completed', results: { updated: 1 } })
  expect((await records()).filter((record) => record.startsWith('L-1'))).toEqual(after)
})

it('new items get their records with their row, and are deleted with them by an undo, unless one was edited', async () => {
  const before = await records()
  const rows = [CAMERA, 'L-1,lens,Sigma,35mm,2026-06-10,,12 Monate,', 'T-1,tripod,Sachtler,Ace,,,,']
  write(...rows, 'N-1,camera,Sony,FX6,2025-01-31,,1 year,', 'N-2,camera,Sony,FX9,2025-01-31,,1 year,')
  const run = await studio.sync.syncAll()
  expect(run.results).toMatchObject({ created: 2 })
  expect((await records()).filter((record) => record.startsWith('N-'))).toEqual([
    'N-1 Wartung 2025-01-31 completed',
    'N-1 Wartung 2026-01-31 scheduled',
    'N-2 Wartung 2025-01-31 completed',
    'N-2 Wartung 2026-01-31 scheduled',
  ])
  const { id } = await findItem('N-2')
  const scheduled = (await studio.api.get(`/maintenance?item_id=${id}&status=scheduled`)).items()[0] as Item
  await studio.api.patch(`/maintenance/${scheduled.id}`, { updates: { status: 'completed' } })
  const undone = await undo(run.run_id)
  expect(undone.results).toEqual({ deleted: 1, conflict: 1 })
  expect(await records()).toEqual([...before, 'N-2 Wartung 2025-01-31 completed', 'N-2 Wartung 2026-01-31 completed'])
})

it('a record that the item has already is not made again, and a deleted one stays deleted', async () => {
  const row = 'E-1,camera,Canon,R5,,,,'
  const rest = [CAMERA, 'L-1,lens,Sigma,35mm,2026-06-10,,12 Monate,', 'T-1,tripod,Sachtler,Ace,,,,']
  write(...rest, row)
  await studio.sync.syncAll()
  const { id } = await findItem('E-1')
  await studio.api.post('/maintenance', {
    item_type: 'camera',
    item_id: id,
    service_type: 'wartung',
    service_date: '2025-03-01',
    status: 'completed',
  })
  write(...rest, 'E-1,camera,Canon,R5,2025-03-01,2099-03-01,,')
  const run = await studio.sync.syncAll()
  const { rows } = await studio.sync.report(run.run_id)
  expect(rows.find(({ key }) => key === 'E-1')?.maintenance).toMatchObject([
    { action: 'create', fact: 'next_service', service_date: '2099-03-01', status: 'scheduled' },
  ])
  const scheduled = (await studio.api.get(`/maintenance?item_id=${id}&status=scheduled`)).items()[0] as Item
  await studio.api.delete(`/maintenance/${scheduled.id}`)
  expect((await studio.sync.syncAll()).counts['update']).toBeUndefined()
  expect((await studio.api.get(`/maintenance?item_id=${id}`)).items()).toHaveLength(1)
})

it('a subscription without maintenance gets a reason in the plan, and no records', async () => {
  const before = await records()
  await studio.settings.patch('/subscription', { updates: { tier: 'free' } })
  write('S-1,camera,Canon,R6,2025-03-01,2099-03-01,,')
  const run = await studio.sync.syncAll()
  expect(run.results).toMatchObject({ created: 1 })
  const { head } = await studio.sync.report(run.run_id)
  expect(head.mapping?.tables[0]?.left_out[0]?.detail).toBe(
    'it is last_service of maintenance records, and the subscription does not include maintenance',
  )
  expect(await records()).toEqual(before)
  await studio.settings.patch('/subscription', { updates: { tier: 'pro' } })
  expect(await studio.sync.syncAll()).toMatchObject({ results: { updated: 1 } })
  expect((await records()).filter((record) => record.startsWith('S-1'))).toHaveLength(2)
})

it('a plan that counts from the last completed service counts from the day in the sheet', async () => {
  await using days = await openDays(testTemporal(), studio)
  const last = addDays(new Date().toISOString().slice(0, 10), -40)
  write(`P-1,camera,Canon,R7,${last},,,`)
  const plans = `maintenance:
  plans:
    - { id: yearly, applies_to: { asset_tags: [P-1] }, service_type: wartung, every: { days: 300 }, lead_days: 10 }
`
  studio.configure(config(ON, plans))
  await studio.sync.syncAll()
  const due = addDays(last, 300)
  expect(await days.runDay(addDays(due, -11))).toMatchObject({ planMaintenance: { made: 0 } })
  expect(await days.runDay(addDays(due, -10))).toMatchObject({ planMaintenance: { made: 1 } })
  expect((await records()).filter((record) => record.startsWith('P-1'))).toEqual([
    `P-1 Wartung ${last} completed`,
    `P-1 wartung ${due} scheduled`,
  ])
})
