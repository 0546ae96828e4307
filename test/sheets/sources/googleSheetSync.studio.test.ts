import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listSources } from '../../../contract/control/control.ts'
import { explainSource } from '../../../contract/control/explain.ts'
import { startGoogle, type FakeGoogle } from '../../google/google.ts'
import type { ServiceAccountKey } from '../../google/oauth/serviceAccounts.ts'
import type { StoredSpreadsheet } from '../../google/sheets/storedSpreadsheet.ts'
import { runCli } from '../../support/cli.ts'
import { testTemporal } from '../../support/temporal.ts'
import { openStudio, type Studio } from '../../worker/support/studio.ts'
import { readCells } from './support/writeBack.ts'

let google: FakeGoogle
let key: ServiceAccountKey
let studio: Studio
let spreadsheet: StoredSpreadsheet

const HEADER = ['Asset Tag', 'Type', 'Brand', 'Model', 'Notes']
const gear = (tag: string, notes = ''): string[] => [tag, 'camera', 'Sony', 'FX3', notes]

beforeAll(async () => {
  google = await startGoogle()
  key = google.addServiceAccount('kitroom')
  studio = await openStudio(testTemporal(), {
    config: '',
    workerEnv: { KITROOM_GOOGLE_URL: google.url, KITROOM_GOOGLE_KEY_FILE: 'google-key.json' },
  })
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await google.stop()
})

const configure = (more = ''): void =>
  studio.configure(
    `sources:\n  - id: main\n    google_sheet: https://docs.google.com/spreadsheets/d/${spreadsheet.id}/edit#gid=0\n${more}`,
  )
const explain = async () => (await studio.sync.client.call(explainSource, { body: { source: 'main' } })).body.data
const plan = async () => studio.sync.follow((await studio.sync.start({ source: 'main' })).run_id)

it('without a key, a run ends and says what to set', async () => {
  spreadsheet = google.addSpreadsheet({
    title: 'Gear',
    sheets: [{ title: 'Inventory', cells: [HEADER, gear('C-1'), gear('C-2')] }],
  })
  configure()
  expect(await plan()).toMatchObject({ status: 'failed' })
  expect((await explain()).refused?.detail).toMatch(
    /google-key\.json, which KITROOM_GOOGLE_KEY_FILE names, cannot be read/,
  )
})

it('a sheet that is not shared is refused with the address to share it with; then it is synced', async () => {
  await studio.worker.stop()
  const keyFile = join(studio.folder.dataDir, 'google-key.json')
  writeFileSync(keyFile, JSON.stringify(key), { mode: 0o600 })
  await studio.startWorker({ KITROOM_GOOGLE_KEY_FILE: keyFile })
  expect((await explain()).refused).toMatchObject({
    code: 'unreadable_file',
    detail: expect.stringContaining(`${key.client_email} may not read`) as string,
  })
  expect(await plan()).toMatchObject({ status: 'failed' })
  spreadsheet.sharedWith.set(key.client_email, 'reader')
  expect(await explain()).toMatchObject({ file: 'Gear.gsheet', rows: { item: 2 }, refused: null })
  expect(await studio.sync.syncAll('main')).toMatchObject({ status: 'completed', results: { created: 2 } })
  expect((await studio.sync.client.call(listSources)).body.data).toMatchObject([
    { source: 'main', kind: 'google_sheet' },
  ])
})

it('a plan that a person starts reads the cells, though Drive has not learnt of the edit', async () => {
  spreadsheet.lagMetadata(true)
  expect(await plan()).toMatchObject({ counts: { unchanged: 2 } })
  spreadsheet.setCell('Inventory', 'D2', 'FX30')
  spreadsheet.insertRow('Inventory', 3, gear('C-3'))
  expect(await studio.sync.syncAll('main')).toMatchObject({ status: 'completed', results: { created: 1, updated: 1 } })
  spreadsheet.lagMetadata(false)
})

it('faults of Google are waited for', async () => {
  spreadsheet.setCell('Inventory', 'D3', 'FX6')
  google.faults.next('sheets.spreadsheets.get', { status: 503, retryAfter: 1 })
  google.faults.next('token', { status: 500 })
  google.faults.next('sheets.spreadsheets.values.batchGet', { cut: true })
  expect(await studio.sync.syncAll('main')).toMatchObject({ status: 'completed', results: { updated: 1 } })
})

it('with range:, its rows are synced and written to, and after another range nothing counts as missing at first', async () => {
  const list = google.addSpreadsheet({
    title: 'Gear',
    sheets: [
      {
        title: 'Inventory',
        cells: [
          ['Gear of the studio'],
          [],
          HEADER,
          gear('R-1'),
          ['R-2', 'toaster', 'Sony', 'FX3'],
          gear('R-3'),
          [],
          HEADER,
          gear('R-3'),
          gear('R-4'),
        ],
      },
    ],
    sharedWith: { [key.client_email]: 'writer' },
  })
  // Waiting for Google's quota takes a minute.
  await studio.stateSql('delete from google_read')
  const configureRange = (range: string): void =>
    studio.configure(
      `sources:\n  - id: ranged\n    google_sheet: ${list.id}\n    range: ${range}\n    write_back: true\n    missing: delete\n`,
    )
  configureRange('A3:E6')
  const run = await studio.sync.syncAll('ranged')
  expect(run).toMatchObject({
    results: { created: 2, refused: 1 },
    write_back: { status: 'written', rows: 3, notes: [] },
  })
  expect(
    (await studio.sync.report(run.run_id)).rows.map(({ row, result, errors }) => [row, result, errors?.[0]?.cell]),
  ).toEqual([
    [4, 'created', undefined],
    [5, 'refused', 'B5'],
    [6, 'created', undefined],
  ])
  expect(readCells(list).map((cells) => cells[6])).toEqual([
    '',
    '',
    'Status',
    'created',
    'refused',
    'created',
    '',
    '',
    '',
    '',
  ])
  expect(await studio.sync.syncAll('ranged')).toMatchObject({
    results: { unchanged: 2, refused: 1 },
    write_back: { rows: 3, notes: [] },
  })
  const explained = await runCli(['sync', 'explain', 'ranged'], { KITROOM_DATA_DIR: studio.folder.dataDir })
  expect(explained.out).toContain('sheet      Inventory, only A3:E6\n')

  await studio.stateSql('delete from google_read')
  configureRange('A3:E5')
  const narrowed = await studio.sync.syncAll('ranged')
  expect(narrowed.counts).toEqual({ unchanged: 1, refused: 1 })
  expect((await studio.sync.plan(narrowed.run_id)).head['missing_held']).toMatchObject({
    code: 'header_changed',
    detail: expect.stringMatching(/^The range is not the one of the last run/) as string,
  })
})

it('no key, token or assertion is in a log, a stored row or the standard error', async () => {
  const rows = await studio.stateSql('select * from run')
  const downloads = await studio.stateSql('select * from download')
  const text = JSON.stringify([studio.worker.log, studio.worker.errors(), rows, downloads])
  expect(google.calls.filter(({ method }) => method === 'token').length).toBeGreaterThan(0)
  expect(text).not.toMatch(/eyJ[\w-]{10}|BEGIN PRIVATE KEY|ya29|Bearer /)
  for (const secret of [key.private_key.slice(100, 160), key.private_key_id]) expect(text).not.toContain(secret)
})
