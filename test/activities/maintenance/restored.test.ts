// @postgres
import { afterAll, beforeAll, expect, it } from 'vitest'
import { epochOfRestore } from '../../../contract/epoch.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/sql/types.ts'
import { storeEpoch } from '../../../state/database/epoch.ts'
import { toFirstIdAfter } from '../../../state/tables/toFirstIdAfter.ts'
import { startPlanningRun, storePlannedItems } from '../../../state/maintenance/maintenancePlanning.ts'
import { listMeterRows, storeMeter, storeMeterBaseline } from '../../../state/maintenance/meters.ts'
import { openState } from '../../../state/database/open.ts'
import { storePlannedService, wasServicePlanned } from '../../../state/maintenance/plannedService.ts'
import {
  findServiceHold,
  storeServiceHold,
  storeSeenServices,
  listItemsWithServiceState,
  listSeenServices,
} from '../../../state/maintenance/serviceHolds.ts'
import { newStateUrl } from '../../support/stateUrl.ts'
import { createDataFolder } from '../../support/server.ts'

const MOMENT = '2026-11-21T09:00:00.000Z'
const EPOCH = '019d33aa-0000-7000-8000-000000000000'
const folder = createDataFolder(undefined)
let state: Database

beforeAll(async () => {
  state = await openState(await newStateUrl(folder.dataDir), systemClock)
})
afterAll(async () => {
  await state.close()
  folder[Symbol.dispose]()
})

/** The id of a record created `afterMs` after the moment. */
const idAt = (afterMs: number): string => `${toFirstIdAfter(Date.parse(MOMENT) + afterMs - 1)}-7000-8000-000000000001`

it('a restore forgets readings and baselines that were seen after the restored moment, and keeps older ones', async () => {
  const after = '2026-11-21T09:00:00.001Z'
  const meter = { field: 'shutter_count', reading: 7, recent: '[]', pending: null, pending_at: null } as const
  const baseline = { gear_id: 'a', field: 'shutter_count', reading: 7, completed_at: null } as const
  await state.write(async (tx) => {
    await storeEpoch(tx, EPOCH, MOMENT)
    await storeMeter(tx, { ...meter, gear_id: 'a', read_at: MOMENT })
    await storeMeter(tx, { ...meter, gear_id: 'b', read_at: after })
    await storeMeter(tx, { ...meter, gear_id: 'c', read_at: MOMENT, pending: 9, pending_at: after })
    await storeMeterBaseline(tx, { ...baseline, plan: 'old', since: MOMENT })
    await storeMeterBaseline(tx, { ...baseline, plan: 'new', since: after })
    await storeMeterBaseline(tx, { ...baseline, plan: 'done', since: MOMENT, completed_at: after })
  })
  await state.write((tx) => storeEpoch(tx, epochOfRestore('019d33aa-1000-7000-8000-000000000000', MOMENT), MOMENT))
  const { meters, baselines } = await state.read((tx) => listMeterRows(tx, 'a', 'c'))
  expect({ meters: meters.map(({ gear_id: id }) => id), baselines: baselines.map(({ plan }) => plan) }).toEqual({
    meters: ['a'],
    baselines: ['old'],
  })
  // The next test begins with the first epoch.
  await state.write((tx) => storeEpoch(tx, EPOCH, MOMENT))
})

it('a restore forgets newer planned records and all seen services, and keeps older records and holds', async () => {
  const key = { gear_id: 'camera', plan: 'sensor' }
  const hold = { gear_id: 'camera', status_before: 'ready', doing: 'held', version: MOMENT, since: MOMENT } as const
  await state.write(async (tx) => {
    await storeEpoch(tx, EPOCH, MOMENT)
    await storePlannedService(tx, { ...key, due_on: '2026-12-01', maintenance_id: idAt(0), made_at: MOMENT })
    await storePlannedService(tx, { ...key, due_on: '2027-06-01', maintenance_id: idAt(1), made_at: MOMENT })
    await storeServiceHold(tx, hold)
    await storeSeenServices(tx, 'camera', [idAt(0)])
  })
  await state.write((tx) => storeEpoch(tx, EPOCH, MOMENT))
  expect(await state.read((tx) => listSeenServices(tx, 'camera'))).toEqual(new Set([idAt(0)]))
  await state.write((tx) => storeEpoch(tx, epochOfRestore('019d33ab-0000-7000-8000-000000000000', MOMENT), MOMENT))
  await state.read(async (tx) => {
    expect(await wasServicePlanned(tx, { ...key, due_on: '2026-12-01' })).toBe(true)
    expect(await wasServicePlanned(tx, { ...key, due_on: '2027-06-01' })).toBe(false)
    expect(await listSeenServices(tx, 'camera')).toEqual(new Set())
    expect(await findServiceHold(tx, 'camera')).toEqual(hold)
    expect(await listItemsWithServiceState(tx)).toEqual(new Set(['camera']))
  })
})

it('after a restore the plans read all items again, and a run that was under way stores nothing more', async () => {
  const read = {
    settings: 'hash',
    day: '2026-11-21',
    all_read_on: '2026-11-21',
    read_at: MOMENT,
    read_marks: 0,
    newest_id: idAt(0),
    total: 1,
    gear_tag: 'tag',
    maintenance_tag: 'tag',
    events_missing: 0,
  }
  await state.write((tx) => storeEpoch(tx, EPOCH, MOMENT))
  const first = await state.write(startPlanningRun)
  await state.write((tx) => storePlannedItems(tx, first.number, read))
  const underWay = await state.write(startPlanningRun)
  expect(underWay.before).toMatchObject(read)
  await state.write((tx) => storeEpoch(tx, epochOfRestore('019d33ac-0000-7000-8000-000000000000', MOMENT), MOMENT))
  expect(await state.write((tx) => storePlannedItems(tx, underWay.number, read))).toBe(0)
  expect((await state.write(startPlanningRun)).before).toBeUndefined()
})
