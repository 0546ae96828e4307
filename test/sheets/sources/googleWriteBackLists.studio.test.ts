import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startGoogle, type FakeGoogle } from '../../google/google.ts'
import type { ServiceAccountKey } from '../../google/oauth/serviceAccounts.ts'
import type { NewSheet } from '../../google/sheets/storedSheet.ts'
import type { StoredSpreadsheet } from '../../google/sheets/storedSpreadsheet.ts'
import { runCli } from '../../support/cli.ts'
import { testTemporal } from '../../support/temporal.ts'
import { until } from '../../support/wait.ts'
import { openStudio, type Studio } from '../../worker/support/studio.ts'
import { readCells } from './support/writeBack.ts'

// Sheets of other shapes than one list below one header, and a worker that is killed.

let google: FakeGoogle
let key: ServiceAccountKey
let studio: Studio

const BATCH_UPDATE = 'sheets.spreadsheets.values.batchUpdate'
const HEADER = ['Asset Tag', 'Type', 'Brand', 'Model', 'Qty']
const UUID = expect.stringMatching(/^[\da-f-]{36}$/) as string

beforeAll(async () => {
  google = await startGoogle()
  key = google.addServiceAccount('kitroom')
  studio = await openStudio(testTemporal(), { config: '', ownProcess: 'worker' })
  await studio.worker.stop()
  const keyFile = join(studio.folder.dataDir, 'google-key.json')
  writeFileSync(keyFile, JSON.stringify(key), { mode: 0o600 })
  await studio.startWorker(workerEnv())
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await google.stop()
})
beforeEach(() => studio.stateSql('delete from google_read'))

const workerEnv = () => ({
  KITROOM_GOOGLE_URL: google.url,
  KITROOM_GOOGLE_KEY_FILE: join(studio.folder.dataDir, 'google-key.json'),
})

/** Makes a sheet the source of its own. @param more lines of kitroom.yaml */
function addSource(id: string, sheet: NewSheet, more = ''): StoredSpreadsheet {
  const spreadsheet = google.addSpreadsheet({
    title: id,
    sheets: [sheet],
    sharedWith: { [key.client_email]: 'writer' },
  })
  studio.configure(`sources:\n  - id: ${id}\n    google_sheet: ${spreadsheet.id}\n    write_back: true\n${more}`)
  return spreadsheet
}

const statusesIn = (spreadsheet: StoredSpreadsheet, title: string, column: number): string[][] =>
  readCells(spreadsheet, title, 12).map((cells) => [cells[0] ?? '', ...cells.slice(column, column + 3)])

it('a row that stands for several items, and one of several items that is refused', async () => {
  const cells = [
    HEADER,
    ['S-1', 'battery', 'Sony', 'NP-FZ100', '3'],
    ['S-2', 'battery', 'Sony', 'NP-FZ100', ''],
    ['S-3', 'pot', 'M', 'S', '2'],
  ]
  const spreadsheet = addSource('stands', { title: 'Stands', cells }, '    quantity: expand\n')
  const run = await studio.sync.syncAll('stands')
  expect(run).toMatchObject({ results: { created: 4, refused: 1 }, write_back: { rows: 3, notes: [] } })
  expect(statusesIn(spreadsheet, 'Stands', 5).slice(1)).toEqual([
    ['S-1', '', 'created', '3 items, S-1-1 to S-1-3.'],
    ['S-2', UUID, 'created', ''],
    ['S-3', '', 'refused', expect.stringMatching(/^Type: /) as string],
  ])
  spreadsheet.setCell('Stands', 'E2', '1')
  expect(await studio.sync.syncAll('stands')).toMatchObject({ write_back: { rows: 3, notes: [] } })
  expect(statusesIn(spreadsheet, 'Stands', 5)[1]).toEqual(['S-1', UUID, 'unchanged', ''])
})

it('a title above the header, and a second list below with the same columns', async () => {
  const header = HEADER.slice(0, 4)
  const item = (tag: string, type = 'camera') => [tag, type, 'Sony', tag]
  const cells = [
    ['Our cameras'],
    [],
    header,
    item('T-1'),
    item('T-2'),
    [],
    ['Lenses'],
    header,
    item('T-3', 'lens'),
    ['', 'lens', 'Zeiss', 'Otus'],
  ]
  const spreadsheet = addSource('lists', { title: 'All, "gear" & it\'s parts', cells })
  const run = await studio.sync.syncAll('lists')
  expect(run.results).toMatchObject({ created: 3, refused: 1 })
  expect(run.write_back).toMatchObject({ status: 'written', rows: 3, notes: [] })
  const statuses = statusesIn(spreadsheet, 'All, "gear" & it\'s parts', 4)
  expect(statuses[2]).toEqual(['Asset Tag', 'Kitroom ID', 'Status', 'Message'])
  for (const row of [3, 4, 8]) expect(statuses[row]?.slice(1, 3)).toEqual([UUID, 'created'])
  for (const row of [0, 1, 5, 6, 7, 9]) expect(statuses[row]?.slice(1)).toEqual(['', '', ''])
  expect(await studio.sync.syncAll('lists')).toMatchObject({
    counts: { unchanged: 3, refused: 1 },
    write_back: { rows: 3 },
  })
})

it('a worker that is killed after Google has written: each cell is written once, and the run ends right', async () => {
  const cells = [HEADER, ['K-1', 'camera', 'Sony', 'FX3', '1'], ['K-2', 'camera', 'Sony', 'FX6', '1']]
  const spreadsheet = addSource('killed', { title: 'Gear', cells })
  google.faults.next(BATCH_UPDATE, { slowMs: 60_000 })
  const before = google.calls.length
  const writes = (): number => google.calls.slice(before).filter(({ method }) => method === BATCH_UPDATE).length
  const planned = await studio.sync.follow((await studio.sync.start({ source: 'killed' })).run_id)
  await studio.sync.approve(planned.run_id)
  await until('Google has written', async () => writes() === 1)
  await studio.worker.kill()
  await studio.startWorker(workerEnv())
  const run = await studio.sync.follow(planned.run_id)
  expect(run).toMatchObject({
    status: 'completed',
    results: { created: 2 },
    write_back: { status: 'written', rows: 2, notes: [] },
  })
  expect(writes()).toBe(1)
  expect(statusesIn(spreadsheet, 'Gear', 5).slice(1)).toEqual([
    ['K-1', UUID, 'created', ''],
    ['K-2', UUID, 'created', ''],
  ])
  const { out } = await runCli(['sync', 'status', '--plan', planned.run_id], {
    KITROOM_DATA_DIR: studio.folder.dataDir,
  })
  expect(out).toContain('Written into the sheet: 2 rows.')
})
