import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBulkEdit } from '../../contract/control/controlBulkEdit.ts'
import { explainSource } from '../../contract/control/explain.ts'
import type { Item } from '../support/api.ts'
import { runCli } from '../support/cli.ts'
import { testTemporal } from '../support/temporal.ts'
import { defineField, listFields, waitForFieldWork } from '../server/settings/fields/support.ts'
import { openStudio, type Studio } from './support/studio.ts'

const config = (columns: string, more = ''): string => `sources:
  - id: main
    file: sheet.csv
    columns: ${columns}
${more}`

const COLUMNS = '{ Händler: fields.supplier, Belastbar: fields.load_kg }'
let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config: config(COLUMNS) })
  await defineField(owner(), { name: 'supplier', label: 'Supplier', filterable: true })
  await defineField(owner(), { name: 'load_kg', label: 'Load', type: 'number', unit: 'kg' })
  await defineField(owner(), { name: 'sealed', label: 'Versiegelt', type: 'boolean' })
  await defineField(owner(), { name: 'checked_on', label: 'Checked on', type: 'date' })
  await defineField(owner(), { name: 'grade', label: 'Optik', type: 'choice', choices: ['Gut', 'Mäßig'] })
  await defineField(owner(), { name: 'hood', label: 'Hood', gear_type: 'lens' })
})
afterAll(() => studio[Symbol.asyncDispose]())

const owner = () => studio.settings
const HEAD = 'Asset Tag,Type,Brand,Model,Händler,Belastbar,Versiegelt,Checked on,Optik,Hood'
const write = (...rows: string[]): void => studio.writeSheet('sheet.csv', [HEAD, ...rows].join('\n'))

async function fields(): Promise<Record<string, unknown>> {
  const items = (await studio.api.get('/gear?limit=200')).items()
  return Object.fromEntries(items.map((item) => [item['asset_tag'], item['fields'] ?? {}]))
}
const findItem = async (tag: string): Promise<Item> =>
  (await studio.api.get(`/gear?asset_tag=${tag}`)).items()[0] as Item

it('columns become own fields, by the settings or by their labels, and the same sheet again writes nothing', async () => {
  write(
    'T-1,tripod,Sachtler,Ace,Teltec,"12,5 kg",ja,2026-05-01,gut,',
    'L-1,lens,Sigma,35mm,Calumet,,nein,,mäßig,LH-730',
    'T-2,tripod,Manfrotto,055,,9,,,,LH-1',
  )
  const run = await studio.sync.syncAll()
  expect(run).toMatchObject({ status: 'completed', results: { created: 3 } })
  expect(await fields()).toEqual({
    'T-1': { supplier: 'Teltec', load_kg: 12.5, sealed: true, checked_on: '2026-05-01', grade: 'Gut' },
    'L-1': { supplier: 'Calumet', sealed: false, grade: 'Mäßig', hood: 'LH-730' },
    'T-2': { load_kg: 9 },
  })
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', counts: { unchanged: 3 } })
})

it('a value is merged three ways', async () => {
  const tripod = await findItem('T-1')
  await studio.api.patch(`/gear/${tripod.id}`, { updates: { fields: { grade: 'Mäßig', supplier: 'BPM' } } })
  write(
    'T-1,tripod,Sachtler,Ace,Adorama,13,ja,2026-05-01,gut,',
    'L-1,lens,Sigma,35mm,Calumet,,nein,,mäßig,LH-731',
    'T-2,tripod,Manfrotto,055,,9,,,,',
  )
  const run = await studio.sync.syncAll()
  expect(run.counts).toEqual({ update: 1, conflict: 1, unchanged: 1 })
  const { rows } = await studio.sync.report(run.run_id)
  expect(rows.find(({ key }) => key === 'T-1')?.conflicts).toEqual({
    'fields.supplier': { base: 'Teltec', sheet: 'Adorama', api: 'BPM' },
  })
  expect(await fields()).toMatchObject({
    'T-1': { supplier: 'BPM', load_kg: 12.5, grade: 'Mäßig' },
    'L-1': { hood: 'LH-731' },
  })
})

it('a bad cell refuses its row, not its column', async () => {
  write(
    'T-1,tripod,Sachtler,Ace,BPM,heavy,ja,2026-05-01,sehr gut,',
    'L-1,lens,Sigma,35mm,Calumet,,nein,,mäßig,LH-731',
    'T-2,tripod,Manfrotto,055,,9,,,,',
  )
  const run = await studio.sync.syncAll()
  expect(run.counts).toEqual({ refused: 1, unchanged: 2 })
  const { rows } = await studio.sync.report(run.run_id)
  const errors = rows.find(({ key }) => key === 'T-1')?.errors ?? []
  expect(errors.map(({ cell, code }) => [cell, code])).toEqual([
    ['F2', 'not_a_number'],
    ['I2', 'unknown_value'],
  ])
})

it('a bulk edit changes own fields, and is undone but for those that are gone', async () => {
  const [tripod, lens] = [await findItem('T-2'), await findItem('L-1')]
  const items = [tripod, lens].map(({ id }) => ({ id }))
  const updates = { fields: { supplier: 'Gafpa', hood: 'LH-9' }, notes: 'moved' }
  const started = (await studio.sync.client.call(createBulkEdit, { body: { items, updates } })).body.data
  const planned = await studio.sync.follow(started.run_id)
  expect(planned.counts).toEqual({ update: 1, refused: 1 })
  await studio.sync.approve(planned.run_id)
  await studio.sync.follow(planned.run_id)
  expect(await fields()).toMatchObject({ 'L-1': { supplier: 'Gafpa', hood: 'LH-9' }, 'T-2': { load_kg: 9 } })
  const hood = (await listFields(owner())).find(({ name }) => name === 'hood')
  await owner().delete(`/fields/${hood?.id}?values=discard`)
  await waitForFieldWork(owner())
  const undo = await studio.sync.undo(planned.run_id)
  await studio.sync.follow(undo.run_id)
  const { rows } = await studio.sync.plan(undo.run_id)
  expect(rows[0]).toMatchObject({
    outcome: 'update',
    changed: { 'fields.supplier': { from: 'Gafpa', to: 'Calumet' }, notes: { from: 'moved', to: null } },
    warnings: [{ cell: 'fields.hood', code: 'own_field_gone' }],
  })
  await studio.sync.approve(undo.run_id)
  expect(await studio.sync.follow(undo.run_id)).toMatchObject({ results: { updated: 1 } })
  expect(await fields()).toMatchObject({ 'L-1': { supplier: 'Calumet' } })
})

it('a bulk edit takes the items of a filter by an own field, and no other name', async () => {
  const edit = async (filter: Record<string, string>) =>
    (await studio.sync.client.call(createBulkEdit, { body: { filter, updates: { notes: 'by dealer' } } })).body.data
  const { run_id: runId } = await edit({ 'field.supplier': 'Calumet' })
  const planned = await studio.sync.follow(runId)
  expect(planned).toMatchObject({ counts: { update: 1 }, edit: { items: 1, filter: { 'field.supplier': 'Calumet' } } })
  await studio.sync.reject(runId)
  await expect(edit({ supplier: 'Calumet' })).rejects.toMatchObject({ status: 400 })
  await expect(edit({ 'field.Supplier': 'Calumet' })).rejects.toMatchObject({ status: 400 })
})

it('an export has own fields under their labels, and is read back without a change', async () => {
  const file = join(studio.folder.dataDir, 'export.csv')
  expect(await runCli(['export', 'gear', '--out', file], studio.environment())).toMatchObject({ code: 0 })
  const exported = readFileSync(file, 'utf8')
  expect(exported.split('\n')[0]).toContain('Supplier,Load,Versiegelt,Checked on,Optik')
  studio.writeSheet('sheet.csv', exported)
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', counts: { unchanged: 3 } })
})

it('a column of a field that is not defined is left out with the reason', async () => {
  studio.configure(config('{ Händler: fields.dealer }'))
  write('T-1,tripod,Sachtler,Ace,BPM,,,,,')
  const { data } = (await studio.sync.client.call(explainSource, { body: { source: 'main' } })).body
  expect(data.read?.unknown_columns).toContainEqual(
    expect.objectContaining({
      header: 'Händler',
      field: 'fields.dealer',
      detail: expect.stringContaining('kitroom field create dealer') as string,
    }),
  )
})

it('columns that no field has are kept by one command, with types that hold all their cells', async () => {
  studio.configure(config('{}'))
  studio.writeSheet(
    'sheet.csv',
    `Asset Tag,Type,Brand,Model,Lieferant,MAC address,Kalibriert am,Tragkraft,Versichert,Ports,Leer,Rechnung
K-1,camera,Canon,R5,Teltec,00:1B:44:11:3A:B7,12.05.2026,"12,5 kg",ja,4,,0012
K-2,camera,Canon,R6,Calumet,00:1B:44:11:3A:B8,13.05.2026,9 kg,nein,8,,0013`,
  )
  const env = { ...studio.environment(), KITROOM_URL: studio.server.url, KITROOM_OWNER_KEY: studio.settings.key }
  expect((await runCli(['sync', 'explain', 'main'], env)).out).toContain(
    'own fields "Lieferant" (text), "MAC address" (text), "Kalibriert am" (date), "Tragkraft" (number in kg)',
  )
  expect((await runCli(['sync', 'keep', 'main', 'Nirgends'], env)).err).toContain('There are: "Lieferant",')
  expect((await runCli(['sync', 'keep', 'main'], env)).err).toContain('Name the columns to keep')
  const one = await runCli(['sync', 'keep', 'main', 'tragkraft'], env)
  expect(one.out).toBe('Tragkraft → fields.tragkraft, number in kg\n')
  expect((await runCli(['sync', 'keep', 'main', '--all', '--json'], env)).code).toBe(0)
  expect(await studio.sync.syncAll()).toMatchObject({ results: { created: 2 } })
  expect((await findItem('K-1'))['fields']).toEqual({
    lieferant: 'Teltec',
    mac_address: '00:1B:44:11:3A:B7',
    kalibriert_am: '2026-05-12',
    tragkraft: 12.5,
    versichert: true,
    ports: 4,
    rechnung: '0012',
  })
})
