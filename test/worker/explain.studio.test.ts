import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, type Client } from '../../client/client.ts'
import { checkDeclaredErrors } from '../support/declaredErrors.ts'
import { ControlAccess, listRuns } from '../../contract/control/control.ts'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import { explainSource } from '../../contract/control/explain.ts'
import { expected, fixture } from '../sheets/support.ts'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio
let control: Client

beforeAll(async () => {
  studio = await openStudio(testTemporal(), {
    config: 'sources:\n  - id: main\n    file: inventory.xlsx\n    values: { gear_type: { Furniture: accessory } }\n',
  })
  copyFileSync(
    new URL('../sheets/fixtures/studio.xlsx', import.meta.url),
    join(studio.folder.dataDir, 'inventory.xlsx'),
  )
  const access = ControlAccess.parse(JSON.parse(readFileSync(join(studio.folder.dataDir, 'control.json'), 'utf8')))
  control = checkDeclaredErrors(createClient({ url: access.url, token: access.token }))
})
afterAll(async () => {
  await control.close()
  await studio[Symbol.asyncDispose]()
})

const explain = async (body: { source: string; upload_id?: string }) =>
  (await control.call(explainSource, { body })).body.data

const plan = async () => studio.sync.follow((await studio.sync.start()).run_id)

it('explain returns sheet, header, columns and words, and starts no run', async () => {
  const explanation = await explain({ source: 'main' })
  const { words, ...readFacts } = { words: undefined, ...explanation.read }
  expect(readFacts).toEqual((expected('studio') as { read: unknown }).read)
  expect(explanation.refused).toBeNull()
  expect(explanation.rows).toEqual({ item: 60, refused: 5, skipped: 6 })
  expect(words).toMatchObject({
    B: expect.arrayContaining([
      { word: 'Furniture', cells: 1, value: 'accessory', table: 'settings' },
      { word: 'Camera', cells: expect.any(Number), value: 'camera', table: 'kitroom' },
    ]),
    J: expect.arrayContaining([expect.objectContaining({ word: 'In use', value: 'in_use' })]),
  })
  expect((await control.call(listRuns, { query: {} })).body.pagination.total).toBe(0)
})

it('an uploaded file is explained instead of the source’s own, with inferred formats', async () => {
  const bytes = Buffer.from('Asset Tag;Type;Brand;Model;Purchased;Colour\nT-1;camera;Canon;R5;13/04/2024;red\n')
  const upload = await control.upload(uploadSheet, bytes, { query: { name: 'other.csv' } })
  const explanation = await explain({ source: 'main', upload_id: upload.body.data.upload_id })
  expect(explanation).toMatchObject({
    file: 'other.csv',
    read: { delimiter: ';', inferred: { E: 'day-month-year' }, unknown_columns: [{ column: 'F', header: 'Colour' }] },
  })
})

it('an unusable file is refused with the reason, and the worker continues', async () => {
  const file = join(studio.folder.dataDir, 'inventory.xlsx')
  for (const [bytes, hint] of [
    [fixture('studio.xlsx').subarray(0, 5000), 'cut off'],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel'],
    [Buffer.from('%PDF-1.4'), 'PDF'],
  ] as const) {
    writeFileSync(file, bytes)
    expect((await explain({ source: 'main' })).refused).toMatchObject({
      code: 'unreadable_file',
      detail: expect.stringContaining(hint),
    })
    const run = await plan()
    expect({ status: run.status, code: run.reason?.code }).toEqual({ status: 'failed', code: 'unreadable_file' })
  }
  copyFileSync(new URL('../sheets/fixtures/studio.xlsx', import.meta.url), file)
  expect((await explain({ source: 'main' })).refused).toBeNull()
  expect((await plan()).counts).toMatchObject({ create: 60 })
})

it('a file that is written while it is read is refused until it is stable', async () => {
  const file = join(studio.folder.dataDir, 'inventory.xlsx')
  const goodWorkbook = fixture('studio.xlsx')
  writeFileSync(file, goodWorkbook)
  let writes = 0
  const writeTimer = setInterval(() => truncateSync(file, 8000 + (++writes % 4000)), 1)
  try {
    expect((await explain({ source: 'main' })).refused?.code).toBe('unreadable_file')
  } finally {
    clearInterval(writeTimer)
  }
  writeFileSync(file, goodWorkbook)
  expect((await explain({ source: 'main' })).refused).toBeNull()
})

it('an unknown source and an unknown upload are refused', async () => {
  await expect(explain({ source: 'nobody' })).rejects.toMatchObject({ code: 'unknown_source' })
  await expect(explain({ source: 'main', upload_id: 'x' })).rejects.toMatchObject({ code: 'invalid_request' })
})
