// The same sheet as a file, at a web address and as a Google Sheet: only the first sync writes to the inventory.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { adoptSource, type Adoption } from '../../../contract/control/controlAdopt.ts'
import { spreadsheetFromCsv, spreadsheetFromWorkbook } from '../../google/fromFiles.ts'
import { startGoogle, type FakeGoogle } from '../../google/google.ts'
import { writeKeyFile } from '../../google/keyFile.ts'
import type { ServiceAccountKey } from '../../google/oauth/serviceAccounts.ts'
import type { StoredSpreadsheet } from '../../google/sheets/storedSpreadsheet.ts'
import { fixture } from '../support.ts'
import { testTemporal } from '../../support/temporal.ts'
import { openStudio, type Studio } from '../../worker/support/studio.ts'
import { startSheetServer, type SheetServer } from './support/sheetServer.ts'
import { readCells } from './support/writeBack.ts'

let google: FakeGoogle
let key: ServiceAccountKey
let server: SheetServer
let studio: Studio

beforeAll(async () => {
  google = await startGoogle()
  key = google.addServiceAccount('kitroom')
  server = await startSheetServer()
  studio = await openStudio(testTemporal(), {
    config: '',
    workerEnv: {
      KITROOM_GOOGLE_URL: google.url,
      KITROOM_GOOGLE_KEY_FILE: writeKeyFile(key),
      KITROOM_SOURCE_ALLOW: `127.0.0.1/32:${server.port}`,
    },
  })
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await google.stop()
})

// Google's quota is of no interest here, and waiting for it takes a minute.
beforeEach(() => studio.stateSql('delete from google_read'))

const addressOf = ({ id }: StoredSpreadsheet): string => `https://docs.google.com/spreadsheets/d/${id}/edit`
const add = ({ sheets }: Awaited<ReturnType<typeof spreadsheetFromWorkbook>>): StoredSpreadsheet =>
  google.addSpreadsheet({ title: 'Gear', sheets, sharedWith: { [key.client_email]: 'writer' } })
const configure = (id: string, location: string, more: string): void =>
  studio.configure(`sources:\n  - id: ${id}\n    ${location}\n${more}`)
const adopt = async (source: string, from: string): Promise<Adoption> =>
  (await studio.sync.client.call(adoptSource, { params: { source }, body: { from } })).body.data
const listBindings = (source: string) =>
  studio.stateSql(
    'select key_fold, gear_id, base, asset_tag, serial_number from binding where source = ? order by key_fold',
    source,
  )

/** What any write to the inventory would change. */
const readInventory = async () => [
  await studio.apiSql('select id, record from gear order by id'),
  await studio.apiSql('select count(*) as events from event'),
  await studio.apiSql('select gear_version from account_state'),
]

const SHEETS = [
  {
    name: 'studio.xlsx',
    currency: 'USD',
    settings: '    values: { gear_type: { Furniture: accessory } }\n',
    items: 60,
    toGoogle: () => spreadsheetFromWorkbook(fixture('studio.xlsx')),
  },
  {
    name: 'germany.csv',
    currency: 'EUR',
    settings: '    encoding: windows-1252\n',
    items: 33,
    toGoogle: () =>
      Promise.resolve(spreadsheetFromCsv(new TextDecoder('windows-1252').decode(fixture('germany.csv')), 'Bestand')),
  },
]

it.each(SHEETS)(
  '$name moves to a web address and to Google, under one id and then under others',
  async ({ name, ...sheet }) => {
    const { currency, settings, items } = sheet
    await studio.settings.patch('/profile', { updates: { profile: { currency } } })
    writeFileSync(join(studio.folder.dataDir, name), fixture(name))
    server.offer(`/${name}`, { body: fixture(name) })
    const [file, url, live] = [
      `file: ./${name}`,
      `url: ${server.url}/${name}`,
      `google_sheet: ${addressOf(add(await sheet.toGoogle()))}`,
    ] as const

    const id = currency.toLowerCase()
    configure(id, file, settings)
    const first = await studio.sync.syncAll(id)
    expect(first.results['created']).toBe(items)
    const inventory = await readInventory()
    const bindings = await listBindings(id)
    const { refused } = first.results
    const nothing = {
      status: 'completed_with_errors',
      counts: { unchanged: items, refused },
      results: { unchanged: items, refused },
    }

    for (const location of [file, url, live, file]) {
      configure(id, location, settings)
      expect(await studio.sync.syncAll(id)).toMatchObject(nothing)
    }
    const others = [
      [`${id}-web`, url],
      [`${id}-live`, live],
      [`${id}-file`, file],
    ] as const
    let from = id
    for (const [source, location] of others) {
      configure(source, location, settings)
      expect(await adopt(source, from)).toEqual({
        source,
        from,
        taken_over: items,
        already_bound: 0,
        left: 0,
        from_is_configured: false,
      })
      expect(await listBindings(source)).toEqual(bindings)
      expect(await studio.sync.syncAll(source)).toMatchObject(nothing)
      from = source
    }
    expect(await listBindings(from)).toEqual(bindings)
    expect(await readInventory()).toEqual(inventory)
  },
)

it('with write_back, another source of the same sheet finds its columns and changes no cell', async () => {
  const cells = [
    ['Asset Tag', 'Type', 'Brand', 'Model'],
    ['W-1', 'camera', 'Sony', 'FX3'],
    ['W-2', 'camera', 'Sony', 'FX6'],
    ['W-3', 'hovercraft', 'Sony', 'FX9'],
  ]
  const spreadsheet = add({ sheets: [{ title: 'Inventory', cells }] })
  const location = `google_sheet: ${addressOf(spreadsheet)}`
  configure('written', location, '    write_back: true\n')
  expect(await studio.sync.syncAll('written')).toMatchObject({
    results: { created: 2, refused: 1 },
    write_back: { status: 'written', rows: 3 },
  })
  const before = { cells: readCells(spreadsheet), inventory: await readInventory() }
  configure('rewritten', location, '    write_back: true\n')
  expect(await adopt('rewritten', 'written')).toMatchObject({ taken_over: 2 })
  expect(await studio.sync.syncAll('rewritten')).toMatchObject({
    results: { unchanged: 2, refused: 1 },
    write_back: { status: 'written', rows: 3, notes: [] },
  })
  expect({ cells: readCells(spreadsheet), inventory: await readInventory() }).toEqual(before)
})
