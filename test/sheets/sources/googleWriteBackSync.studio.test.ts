import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listProblems } from '../../../contract/control/problems.ts'
import { accountPrefix, syncWorkflowId } from '../../../contract/temporal.ts'
import { writeBackHeaders } from '../../../sheets/cells/writeBackColumns.ts'
import { startGoogle, type FakeGoogle } from '../../google/google.ts'
import { writeKeyFile } from '../../google/keyFile.ts'
import type { ServiceAccountKey } from '../../google/oauth/serviceAccounts.ts'
import type { StoredSpreadsheet } from '../../google/sheets/storedSpreadsheet.ts'
import { testTemporal } from '../../support/temporal.ts'
import { until } from '../../support/wait.ts'
import { openStudio, type Studio } from '../../worker/support/studio.ts'
import { ownByTag, readCells } from './support/writeBack.ts'

let google: FakeGoogle
let key: ServiceAccountKey
let studio: Studio
let spreadsheet: StoredSpreadsheet

const BATCH_GET = 'sheets.spreadsheets.values.batchGet'
const BATCH_UPDATE = 'sheets.spreadsheets.values.batchUpdate'
const HEADER = ['Asset Tag', 'Type', 'Brand', 'Model', 'Status']
const gear = (tag: string, status = 'available'): string[] => [tag, 'camera', 'Sony', 'FX3', status]
const LOCAL_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/) as string
const UUID = expect.stringMatching(/^[\da-f-]{36}$/) as string

beforeAll(async () => {
  google = await startGoogle()
  key = google.addServiceAccount('kitroom')
  spreadsheet = google.addSpreadsheet({
    title: 'Gear',
    sheets: [{ title: 'Inventory', cells: [HEADER, gear('C-1'), gear('C-2', 'in the fridge'), gear('C-3')] }],
    sharedWith: { [key.client_email]: 'writer' },
  })
  studio = await openStudio(testTemporal(), {
    config: '',
    workerEnv: { KITROOM_GOOGLE_URL: google.url, KITROOM_GOOGLE_KEY_FILE: writeKeyFile(key) },
  })
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await google.stop()
})

// Google's quota is of no interest here, and waiting for it takes a minute.
beforeEach(() => studio.stateSql('delete from google_read'))

const configure = (more: string): void =>
  studio.configure(
    `sources:\n  - id: main\n    google_sheet: https://docs.google.com/spreadsheets/d/${spreadsheet.id}/edit#gid=0\n${more}`,
  )
const findId = async (tag: string): Promise<string> =>
  (await studio.api.get(`/gear?asset_tag=${tag}`)).items()[0]?.id ?? ''
const syncAll = () => studio.sync.syncAll('main')
const methodsSince = (before: number): string[] =>
  google.calls.slice(before).flatMap(({ method }) => (method === 'token' ? [] : [method]))
const countWrites = (): number => google.calls.filter(({ method }) => method === BATCH_UPDATE).length

it('without consent, nothing is written', async () => {
  configure('')
  const run = await syncAll()
  expect(run).toMatchObject({ status: 'completed_with_errors', results: { created: 2, refused: 1 } })
  expect(run.write_back).toBeUndefined()
  expect({ writeCount: countWrites(), firstCell: readCells(spreadsheet)[0]?.slice(4, 6) }).toEqual({
    writeCount: 0,
    firstCell: ['Status', ''],
  })
})

it('with consent, four columns say what became of each row', async () => {
  configure('    write_back: true\n')
  spreadsheet.insertRow('Inventory', 5, gear('C-4'))
  const run = await syncAll()
  expect(run).toMatchObject({ status: 'completed_with_errors', results: { created: 1, unchanged: 2, refused: 1 } })
  expect(run.write_back).toEqual({ status: 'written', rows: 4, notes: [] })
  expect((await studio.sync.report(run.run_id)).head['write_back']).toEqual(run.write_back)
  expect(readCells(spreadsheet)[0]?.slice(0, 10)).toEqual([...HEADER, ...writeBackHeaders, ''])
  expect(ownByTag(spreadsheet)).toEqual({
    'C-1': [UUID, 'unchanged', '', LOCAL_TIME],
    'C-2': ['', 'refused', expect.stringMatching(/^Status: .*in the fridge/) as string, LOCAL_TIME],
    'C-3': [UUID, 'unchanged', '', LOCAL_TIME],
    'C-4': [UUID, 'created', '', LOCAL_TIME],
  })
  expect(ownByTag(spreadsheet)['C-4']?.[0]).toBe(await findId('C-4'))
})

it('the next syncs read the cells and change nothing', async () => {
  const cells = readCells(spreadsheet)
  let before = google.calls.length
  const run = await syncAll()
  expect(run).toMatchObject({ counts: { unchanged: 3, refused: 1 }, write_back: { status: 'written', rows: 4 } })
  expect(methodsSince(before)).not.toContain(BATCH_UPDATE)
  expect((await studio.sync.plan(run.run_id)).head.read?.unknown_columns).toEqual([])
  before = google.calls.length
  await syncAll()
  expect(methodsSince(before)).not.toContain(BATCH_UPDATE)
  expect(readCells(spreadsheet)).toEqual(cells)
})

it('an edit during the write is seen by the next sync', async () => {
  spreadsheet.setCell('Inventory', 'D2', 'FX6')
  google.faults.between(BATCH_UPDATE, () => spreadsheet.setCell('Inventory', 'D4', 'FX9'))
  expect(await syncAll()).toMatchObject({ results: { updated: 1 } })
  expect(ownByTag(spreadsheet)['C-1']).toEqual([UUID, 'updated', '', LOCAL_TIME])
  expect(await syncAll()).toMatchObject({ results: { updated: 1 } })
  expect(ownByTag(spreadsheet)['C-3']?.[1]).toBe('updated')
})

it('faults of Google at each step of the write are waited for', async () => {
  spreadsheet.setCell('Inventory', 'E3', 'available')
  const fail = (): void => {
    google.faults.next('token', { status: 500 })
    google.faults.next('sheets.spreadsheets.get', { status: 429, retryAfter: 1 })
    google.faults.next(BATCH_GET, { cut: true })
    google.faults.next(BATCH_UPDATE, { status: 503 })
    google.faults.next(BATCH_UPDATE, { commitThen: 503 })
  }
  const planned = await studio.sync.follow((await studio.sync.start({ source: 'main' })).run_id)
  fail()
  await studio.sync.approve(planned.run_id)
  const run = await studio.sync.follow(planned.run_id)
  expect(run).toMatchObject({
    status: 'completed',
    results: { created: 1 },
    write_back: { status: 'written', rows: 4, notes: [] },
  })
  expect(ownByTag(spreadsheet)['C-2']).toEqual([UUID, 'created', '', LOCAL_TIME])
})

it('a conflict and an item that was deleted in Kitroom are told', async () => {
  expect((await studio.api.patch(`/gear/${await findId('C-1')}`, { updates: { model: 'FX30' } })).status).toBe(200)
  expect((await studio.api.delete(`/gear/${await findId('C-4')}`)).status).toBe(200)
  spreadsheet.setCell('Inventory', 'D2', 'FX9')
  const run = await syncAll()
  expect(run.counts).toMatchObject({ conflict: 1, deleted_in_api: 1 })
  expect(ownByTag(spreadsheet)['C-1']).toEqual([
    UUID,
    'conflict',
    expect.stringContaining('Model (FX30 in Kitroom)') as string,
    LOCAL_TIME,
  ])
  expect(ownByTag(spreadsheet)['C-4']?.[1]).toBe('deleted in Kitroom')
})

it('an account that may only view: the sync stands, and its report says what to do', async () => {
  configure('    write_back: true\n    approve: auto\n')
  const syncByPolicy = async () => studio.sync.follow((await studio.sync.start({ decide: 'policy' })).run_id)
  const codes = async () => (await studio.sync.client.call(listProblems)).body.data.map(({ code }) => code)
  spreadsheet.sharedWith.set(key.client_email, 'reader')
  spreadsheet.insertRow('Inventory', 6, gear('C-5'))
  const run = await syncByPolicy()
  expect(run).toMatchObject({
    status: 'completed_with_errors',
    results: { created: 1 },
    write_back: { status: 'failed', rows: 0 },
  })
  expect(run.write_back?.notes[0]?.detail).toMatch(/may not write to .* add that address as an editor/)
  await until('a problem is open', async () => (await codes()).includes('write_back_failed'))
  spreadsheet.sharedWith.set(key.client_email, 'writer')
  expect((await syncByPolicy()).write_back).toMatchObject({ status: 'written' })
  expect(ownByTag(spreadsheet)['C-5']).toEqual([UUID, 'unchanged', '', LOCAL_TIME])
  await until('it is resolved', async () => (await codes()).length === 0)
})

it('a plan that waited while the consent was taken back writes nothing', async () => {
  spreadsheet.insertRow('Inventory', 7, gear('C-6'))
  const planned = await studio.sync.follow((await studio.sync.start({ source: 'main' })).run_id)
  configure('')
  const before = countWrites()
  await studio.sync.approve(planned.run_id)
  const run = await studio.sync.follow(planned.run_id)
  expect(run).toMatchObject({
    results: { created: 1 },
    write_back: { status: 'failed', notes: [{ code: 'write_back_off' }] },
  })
  expect(countWrites()).toBe(before)
})

it('no key, token or assertion is in a log, a row of the database or a history, and no row in a history', async () => {
  const connection = await Connection.connect({ address: testTemporal().address })
  const { workflow } = new Client({ connection, namespace: testTemporal().namespace })
  const history = await workflow.getHandle(syncWorkflowId(accountPrefix(studio.accountId), 'main')).fetchHistory()
  await connection.close()
  const historyText = historyToJSON(history)
  expect(historyText).toContain('writeBack')
  const payloads = [...historyText.matchAll(/"data":\s*"([\w+/=]+)"/g)]
    .map(([, data = '']) => Buffer.from(data, 'base64').toString())
    .join('\n')
  expect(payloads).toContain('writesBack')
  expect(payloads).not.toMatch(/FX3|C-1|Asset Tag/)
  const tables = await Promise.all(
    ['run', 'download', 'google_read'].map((table) => studio.stateSql(`select * from ${table}`)),
  )
  const text = JSON.stringify([studio.worker.log, studio.worker.errors(), tables]) + historyText + payloads
  expect(text).not.toMatch(/eyJ[\w-]{10,}\.eyJ|BEGIN PRIVATE KEY|ya29|Bearer /)
  for (const secret of [key.private_key.slice(100, 160), key.private_key_id]) expect(text).not.toContain(secret)
})
