import { afterAll, beforeAll, expect, it } from 'vitest'
import { abortRun } from '../../../contract/control/control.ts'
import { startGoogle, type FakeGoogle } from '../../google/google.ts'
import { writeKeyFile } from '../../google/keyFile.ts'
import type { StoredSpreadsheet } from '../../google/sheets/storedSpreadsheet.ts'
import { testTemporal } from '../../support/temporal.ts'
import { until } from '../../support/wait.ts'
import { openStudio, type Studio } from '../../worker/support/studio.ts'
import { ownByTag } from './support/writeBack.ts'

// A run is aborted while it writes into its sheet: its rows are in the inventory already.

const BATCH_UPDATE = 'sheets.spreadsheets.values.batchUpdate'
const HEADER = ['Asset Tag', 'Type', 'Brand', 'Model']
const gear = (tag: string): string[] => [tag, 'camera', 'Sony', 'FX3']

let google: FakeGoogle
let spreadsheet: StoredSpreadsheet
let studio: Studio

beforeAll(async () => {
  google = await startGoogle()
  const key = google.addServiceAccount('kitroom')
  const sheets = [{ title: 'Inventory', cells: [HEADER, gear('C-1')] }]
  spreadsheet = google.addSpreadsheet({ title: 'Gear', sheets, sharedWith: { [key.client_email]: 'writer' } })
  studio = await openStudio(testTemporal(), {
    config: `sources:\n  - { id: main, google_sheet: ${spreadsheet.id}, write_back: true }\n`,
    workerEnv: { KITROOM_GOOGLE_URL: google.url, KITROOM_GOOGLE_KEY_FILE: writeKeyFile(key) },
  })
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await google.stop()
})

const countWrites = (): number => google.calls.filter(({ method }) => method === BATCH_UPDATE).length

it.each([
  ['Google has written and does not answer', 'C-2', { slowMs: 3_600_000 }, 'created'],
  ['it waits for its next attempt', 'C-3', { status: 503, retryAfter: 300 }, undefined],
] as const)('while %s', async (_title, tag, fault, written) => {
  spreadsheet.insertRow('Inventory', 3, gear(tag))
  await studio.stateSql('delete from google_read')
  const planned = await studio.sync.follow((await studio.sync.start({ source: 'main' })).run_id)
  google.faults.next(BATCH_UPDATE, fault)
  const before = countWrites()
  await studio.sync.approve(planned.run_id)
  await until('it writes', async () => countWrites() > before)
  const aborted = (await studio.sync.client.call(abortRun, { params: { source: 'main' }, body: {} })).body.data
  expect(aborted).toMatchObject({
    run_id: planned.run_id,
    status: 'completed',
    results: { created: expect.any(Number) as number },
    write_back: {
      status: 'failed',
      rows: 0,
      notes: [{ code: 'aborted', detail: expect.stringContaining('sync abort') as string }],
    },
  })
  google.faults.clear()
  expect((await studio.api.get(`/gear?asset_tag=${tag}`)).items()).toHaveLength(1)
  expect(countWrites() - before).toBe(1)
  expect(ownByTag(spreadsheet)[tag]?.[1] || undefined).toEqual(written)
  // Nothing is left over: the next sync writes what the aborted run did not.
  expect(await studio.sync.syncAll('main')).toMatchObject({ status: 'completed', write_back: { status: 'written' } })
  expect(ownByTag(spreadsheet)[tag]?.[1]).toBe(written ?? 'unchanged')
})
