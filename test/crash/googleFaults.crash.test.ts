import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Fault } from '../google/faults.ts'
import { startGoogle, type FakeGoogle } from '../google/google.ts'
import { writeKeyFile } from '../google/keyFile.ts'
import type { StoredSpreadsheet } from '../google/sheets/storedSpreadsheet.ts'
import { ownByTag } from '../sheets/sources/support/writeBack.ts'
import { fullOrSmall } from '../support/counts.ts'
import { createSeededRandom } from '../support/random.ts'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

// Each fault of Google in each step of a sync that reads a sheet and writes into it.

const FAULTS: readonly Fault[] = [
  { status: 429, retryAfter: 1 },
  { status: 403, reason: 'rateLimitExceeded' },
  { status: 500 },
  { status: 503 },
  { slowMs: 1500 },
  { slowBodyMs: 1500 },
  { cut: true },
  { unauthorizedOnce: true },
  { commitThen: 503 },
]
const STEPS = [
  'token',
  'drive.files.get',
  'sheets.spreadsheets.get',
  'sheets.spreadsheets.values.batchGet',
  'sheets.spreadsheets.values.batchUpdate',
] as const

/** The token endpoint takes no token, changes nothing, and answers 429 when it is asked too often. */
const canHappen = (step: (typeof STEPS)[number], fault: Fault): boolean =>
  step !== 'token' || !('unauthorizedOnce' in fault || 'commitThen' in fault || 'reason' in fault)

const seed = Math.floor(Math.random() * 2 ** 31)
const random = createSeededRandom(seed)
const all = STEPS.flatMap((step) =>
  FAULTS.flatMap((fault) => (canHappen(step, fault) ? [{ step, fault, order: random.next() }] : [])),
)
const cases = all
  .toSorted((a, b) => a.order - b.order)
  .slice(0, fullOrSmall(all.length, 5))
  .map(({ step, fault }) => [step, JSON.stringify(fault), fault] as const)

const TAGS = ['C-1', 'C-2']
let google: FakeGoogle
let studio: Studio
let spreadsheet: StoredSpreadsheet

beforeAll(async () => {
  google = await startGoogle()
  const key = google.addServiceAccount()
  const cells = [['Asset Tag', 'Type', 'Brand', 'Model'], ...TAGS.map((tag) => [tag, 'camera', 'Sony', 'FX3'])]
  spreadsheet = google.addSpreadsheet({
    title: 'Gear',
    sheets: [{ title: 'Inventory', cells }],
    sharedWith: { [key.client_email]: 'writer' },
  })
  const config = `sources:\n  - id: main\n    google_sheet: ${spreadsheet.id}\n    write_back: true\n`
  studio = await openStudio(testTemporal(), {
    config,
    workerEnv: { KITROOM_GOOGLE_URL: google.url, KITROOM_GOOGLE_KEY_FILE: writeKeyFile(key) },
  })
  await studio.sync.syncAll('main')
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await google.stop()
})
beforeEach(async () => {
  google.faults.clear()
  while (spreadsheet.cell('Inventory', 'A2').value !== 'C-1') spreadsheet.deleteRow('Inventory', 2)
  // Google's quota is of no interest here.
  await studio.stateSql('delete from google_read')
})

async function models(): Promise<Record<string, unknown>> {
  const items = (await studio.api.get('/gear?limit=10')).items()
  return Object.fromEntries(items.map(({ asset_tag: tag, model }) => [String(tag), model]))
}
const countUpdates = async (): Promise<number> =>
  (await studio.apiSql<{ n: number }>("select count(*) as n from event where type = 'gear.updated'"))[0]?.n ?? 0

it.each(cases)(`%s %s: the sync ends right (seed ${seed})`, async (step, _name, fault) => {
  const model = `FX${Math.floor(random.next() * 1e6)}`
  spreadsheet.setCell('Inventory', 'D2', model)
  // Its message of the same minute would need no write.
  spreadsheet.setCell('Inventory', 'F2', '')
  // Another writer moves the items while the sheet is read or written.
  google.faults.between(step, () => spreadsheet.insertRow('Inventory', 2, []))
  if (step === 'token') google.revokeTokens()
  google.faults.next(step, fault)
  const [updates, calls] = [await countUpdates(), google.calls.length]
  const run = await studio.sync.syncAll('main')
  expect(run).toMatchObject({
    status: 'completed',
    results: { updated: 1 },
    write_back: { status: 'written', notes: [] },
  })
  expect(
    google.calls.slice(calls).filter(({ method }) => method === step).length,
    'the fault happened',
  ).toBeGreaterThan(0)
  expect(await models()).toEqual({ 'C-1': model, 'C-2': 'FX3' })
  expect(await countUpdates()).toBe(updates + 1)
  expect(TAGS.map((tag) => ownByTag(spreadsheet)[tag]?.[1])).toEqual(['updated', 'created'])
})
