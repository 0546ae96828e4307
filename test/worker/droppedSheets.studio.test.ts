import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerRunCells } from '../../contract/control/answerCells.ts'
import { explainSource } from '../../contract/control/explain.ts'
import { listSources } from '../../contract/control/control.ts'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import {
  createSource,
  getSourceSettings,
  replanRun,
  updateSourceSettings,
} from '../../contract/control/sourceSettings.ts'
import { STARTER_CONFIG } from '../../contract/control/starterConfig.ts'
import { getWorkerSettings } from '../../contract/control/workerSettings.ts'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from './support/studio.ts'

// A list becomes an inventory by requests alone: a source is added, its questions are answered, and the sheet of the
// run is planned again.

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config: STARTER_CONFIG })
})
afterAll(() => studio[Symbol.asyncDispose]())

const configFile = (): string => join(studio.folder.dataDir, 'kitroom.yaml')
const call = () => studio.sync.client
const add = async (name: string, address?: string) =>
  (await call().call(createSource, { body: { name, ...(address !== undefined && { address }) } })).body.data
const change = async (source: string, settings: Record<string, unknown>) =>
  (await call().call(updateSourceSettings, { params: { source }, body: { settings } })).body.data
const settingsOf = async (source: string) =>
  (await call().call(getSourceSettings, { params: { source } })).body.data.settings
const upload = async (name: string, text: string): Promise<string> =>
  (await call().upload(uploadSheet, Buffer.from(text), { query: { name } })).body.data.upload_id
const replan = async (runId: string) => {
  const { data } = (await call().call(replanRun, { params: { id: runId }, body: {} })).body
  return studio.sync.follow(data.run_id)
}

const LIST = `Nr;Bezeichnung;Hersteller;Händler;Preis
K-1;EOS R5;Canon;Teltec;3.999,00
K-2;EOS R6;Canon;Calumet;2.499,00
`

it('a list is planned without a file of settings, by answers to what its plan asks', async () => {
  const added = await add('Geräteliste 2026.csv')
  expect(added).toEqual({ source: 'gerateliste-2026', settings: {}, stored_in: 'file' })
  expect(readFileSync(configFile(), 'utf8')).toContain('  - id: gerateliste-2026\n    dropped: true\n')
  expect((await call().call(listSources)).body.data).toMatchObject([
    { source: 'gerateliste-2026', kind: 'dropped', schedule: null, last_run: null },
  ])

  const uploadId = await upload('Geräteliste 2026.csv', LIST)
  const { source } = added
  const refused = await studio.sync.follow((await studio.sync.start({ source, uploadId })).run_id)
  expect(refused).toMatchObject({ status: 'failed', reason: { advice: [{ kind: 'settings' }, {}] } })

  await change(source, { defaults: { gear_type: 'camera' }, columns: { NR: 'asset_tag' } })
  const planned = await replan(refused.run_id)
  expect(planned).toMatchObject({ status: 'waiting', counts: { create: 2 } })
  expect((await studio.sync.plan(planned.run_id)).head.is_whole, 'the sheet is the source').not.toBe(false)

  await change(source, { columns: { Händler: 'notes' } })
  const again = await replan(planned.run_id)
  expect(again).toMatchObject({ status: 'waiting', counts: { create: 2 } })
  expect((await studio.sync.get(planned.run_id)).status).toBe('superseded')
  await studio.sync.approve(again.run_id)
  await studio.sync.follow(again.run_id)
  const items = (await studio.api.get('/gear')).items()
  expect(new Map(items.map((item) => [item['asset_tag'], [item['notes'], item['purchase_price']]]))).toEqual(
    new Map([
      ['K-1', ['Teltec', 3999]],
      ['K-2', ['Calumet', 2499]],
    ]),
  )
})

it('an answer is seen, keeps its spelling, and is taken back', async () => {
  const { source } = await add('answers.csv')
  await change(source, { columns: { Supplier: 'ignore' }, ignore: ['Colour', 'Size'], date_order: 'DMY' })
  await change(source, { columns: { supplier: 'notes', COLOUR: 'model' } })
  expect(await settingsOf(source)).toEqual({
    columns: { Supplier: 'notes', COLOUR: 'model' },
    ignore: ['Size'],
    date_order: 'DMY',
  })
  await change(source, { columns: { Supplier: null, colour: null }, ignore: null, date_order: null })
  expect(await settingsOf(source)).toEqual({})
})

it('an answer that is not valid is refused, and nothing is changed', async () => {
  const { source } = await add('refused.csv')
  const before = readFileSync(configFile(), 'utf8')
  await expect(change(source, { decimal: ';' })).rejects.toMatchObject({
    status: 400,
    reason: 'settings_change_refused',
  })
  await expect(change(source, { columns: { Price: 'no_field' } })).rejects.toMatchObject({ status: 400 })
  await expect(change(source, { approve: 'auto' }), 'a person approves').rejects.toMatchObject({ status: 400 })
  await expect(change('nobody', {})).rejects.toMatchObject({ status: 404, code: 'unknown_source' })
  expect(readFileSync(configFile(), 'utf8')).toBe(before)
})

it('an address is a source of its kind, and one that cannot be one is refused', async () => {
  const sheet = `https://docs.google.com/spreadsheets/d/${'1'.repeat(30)}/edit#gid=0`
  await add('Studio list', sheet)
  await add('Studio list', 'https://studio.example/gear.csv?token=secret')
  const { data } = (await call().call(listSources)).body
  expect(data.filter(({ source }) => source.startsWith('studio-list'))).toMatchObject([
    { source: 'studio-list', kind: 'google_sheet' },
    { source: 'studio-list-2', kind: 'url' },
  ])
  const { in_force: inForce } = (await call().call(getWorkerSettings)).body.data
  expect(inForce?.text).not.toContain('secret')
  await expect(add('x', 'file:///etc/passwd')).rejects.toMatchObject({ status: 400, reason: 'settings_change_refused' })
  await expect(add('x', 'https://docs.google.com/document/d/1')).rejects.toMatchObject({ status: 400 })
})

it('a source without a sheet of its own says so', async () => {
  const { source } = await add('nothing.csv')
  const { data } = (await call().call(explainSource, { body: { source } })).body
  expect(data.refused).toMatchObject({ detail: expect.stringContaining('no sheet of its own') })
  const run = await studio.sync.follow((await studio.sync.start({ source })).run_id)
  expect(run).toMatchObject({ status: 'failed', reason: { detail: expect.stringContaining('no sheet of its own') } })
})

it('a refused cell is answered for the bytes of its sheet, and no other', async () => {
  const { source } = await add('cells.csv')
  const text = 'Asset Tag,Type,Brand,Model,Purchased\nC-1,camera,Canon,R5,2024-02-30\nC-2,camera,Canon,R6,2024-03-01\n'
  const send = async () => {
    const uploadId = await upload('cells.csv', text)
    return studio.sync.follow((await studio.sync.start({ source, uploadId })).run_id)
  }
  const answer = async (runId: string, cells: Record<string, string | null>) => {
    const input = { params: { id: runId }, body: { cells } }
    return studio.sync.follow((await call().call(answerRunCells, input)).body.data.run_id)
  }
  const asItStands = await send()
  expect(asItStands).toMatchObject({ counts: { create: 1, refused: 1 } })
  const answered = await answer(asItStands.run_id, { E2: '2024-02-29' })
  expect(answered).toMatchObject({ status: 'waiting', counts: { create: 2 } })
  const withdrawn = await answer(answered.run_id, { E2: null })
  expect(withdrawn).toMatchObject({ counts: { create: 1, refused: 1 } })
  const again = await answer(withdrawn.run_id, { E2: '2024-02-28', Z9: 'nowhere' })
  // A setting that is changed meanwhile leaves the answer.
  await change(source, { date_order: 'YMD' })
  const planned = await replan(again.run_id)
  await studio.sync.approve(planned.run_id)
  expect(await studio.sync.follow(planned.run_id)).toMatchObject({ results: { created: 2 } })
  const { rows } = await studio.sync.report(planned.run_id)
  expect(rows[0]).toMatchObject({ result: 'created', warnings: [{ cell: 'E2', code: 'answered', raw: '2024-02-30' }] })
  const [item] = (await studio.api.get('/gear?asset_tag=C-1')).items()
  expect(item).toMatchObject({ purchase_date: '2024-02-28' })

  expect(await send(), 'the sheet stays the truth').toMatchObject({ counts: { unchanged: 1, refused: 1 } })
  expect((await studio.api.get('/gear?asset_tag=C-1')).items()).toMatchObject([{ purchase_date: '2024-02-28' }])
  await expect(answer(planned.run_id, { E2: 7 as never })).rejects.toMatchObject({ status: 400 })
  await expect(answer(planned.run_id, {})).rejects.toMatchObject({ status: 400 })
})

it('two changes at once are both kept', async () => {
  const { source } = await add('twice.csv')
  await Promise.all([
    change(source, { decimal: ',' }),
    change(source, { date_order: 'DMY' }),
    change(source, { columns: { A: 'notes' } }),
    add('meanwhile.csv'),
  ])
  expect(await settingsOf(source)).toEqual({ columns: { A: 'notes' }, date_order: 'DMY', decimal: ',' })
  expect((await call().call(listSources)).body.data.map(({ source: id }) => id)).toContain('meanwhile')
})

it('a file that cannot be written is outdated, and the answer holds', async () => {
  const { source } = await add('read only.csv')
  // A draft of a file with such a long name cannot be made beside it, even by root.
  const longName = join(studio.folder.dataDir, 'x'.repeat(250))
  renameSync(configFile(), longName)
  symlinkSync(longName, configFile())
  const before = readFileSync(configFile(), 'utf8')
  expect(await change(source, { decimal: ',' })).toMatchObject({ stored_in: 'unwritable', settings: { decimal: ',' } })
  expect(readFileSync(configFile(), 'utf8')).toBe(before)
  const { hosts } = (await call().call(getWorkerSettings)).body.data
  expect(hosts).toMatchObject([{ file: 'outdated' }])
  expect(await settingsOf(source)).toEqual({ decimal: ',' })
})

it('without a file the answers are in the settings in force', async () => {
  rmSync(configFile())
  const { source } = await add('no file.csv')
  expect(await change(source, { decimal: ',' })).toEqual({
    source,
    settings: { decimal: ',' },
    stored_in: 'database',
  })
  expect((await call().call(listSources)).body.data.map(({ source: id }) => id)).toContain(source)
})
