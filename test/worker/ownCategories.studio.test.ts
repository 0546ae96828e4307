import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBulkEdit } from '../../contract/control/controlBulkEdit.ts'
import { explainSource } from '../../contract/control/explain.ts'
import type { Item } from '../support/api.ts'
import { runCli } from '../support/cli.ts'
import { testTemporal } from '../support/temporal.ts'
import { addCategory, listCategories } from '../server/settings/categories/support.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio

const config = (more = ''): string => `sources:\n  - id: main\n    file: sheet.csv\n${more}`

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config: config() })
  await addCategory(studio.settings, 'mixer', 'Mischpult')
  await addCategory(studio.settings, 'speaker', 'Lautsprecher')
})
afterAll(() => studio[Symbol.asyncDispose]())

const write = (...rows: string[]): void =>
  studio.writeSheet('sheet.csv', ['Asset Tag,Type,Brand,Model', ...rows].join('\n'))

async function categories(): Promise<Record<string, unknown>> {
  const items = (await studio.api.get('/gear?limit=200')).items()
  return Object.fromEntries(items.map((item) => [item['asset_tag'], item['category']]))
}
const findItem = async (tag: string): Promise<Item> =>
  (await studio.api.get(`/gear?asset_tag=${tag}`)).items()[0] as Item

const idOf = async (name: string): Promise<string> =>
  (await listCategories(studio.settings)).find((category) => category.name === name)?.id ?? ''

it('words of own categories make accessories of them, and the same sheet again writes nothing', async () => {
  write('M-1,Mischpulte,Yamaha,MG12', 'S-1,speaker,JBL,EON', 'T-1,Stativ,K&M,210')
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', results: { created: 3 } })
  expect(await categories()).toEqual({ 'M-1': 'mixer', 'S-1': 'speaker', 'T-1': 'tripod' })
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', counts: { unchanged: 3 } })
  const { data } = (await studio.sync.client.call(explainSource, { body: { source: 'main' } })).body
  expect(data.rows).toEqual({ item: 3 })
})

it('a category is merged three ways', async () => {
  const [mixer, speaker] = [await findItem('M-1'), await findItem('S-1')]
  await studio.api.patch(`/gear/${mixer.id}`, { updates: { category: 'audio' } })
  await studio.api.patch(`/gear/${speaker.id}`, { updates: { category: 'audio' } })
  write('M-1,Mischpulte,Yamaha,MG12', 'S-1,Mischpult,JBL,EON', 'T-1,speakers,K&M,210')
  const run = await studio.sync.syncAll()
  expect(run.counts).toEqual({ update: 1, conflict: 1, unchanged: 1 })
  expect(await categories()).toEqual({ 'M-1': 'audio', 'S-1': 'audio', 'T-1': 'speaker' })
  await studio.api.patch(`/gear/${mixer.id}`, { updates: { category: 'mixer' } })
  await studio.api.patch(`/gear/${speaker.id}`, { updates: { category: 'speaker' } })
})

it('an export has the names of own categories, and is read back without a change', async () => {
  const file = join(studio.folder.dataDir, 'export.csv')
  expect(await runCli(['export', 'gear', '--out', file], studio.environment())).toMatchObject({ code: 0 })
  const exported = readFileSync(file, 'utf8')
  expect(exported).toContain('mixer')
  studio.writeSheet('sheet.csv', exported)
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', counts: { unchanged: 3 } })
})

it('a bulk edit sets own categories, and its undo leaves out one that is gone', async () => {
  const items = [await findItem('M-1'), await findItem('S-1')].map(({ id }) => ({ id }))
  const edit = async (category: string) => {
    const body = { items, updates: { category } }
    const started = (await studio.sync.client.call(createBulkEdit, { body })).body.data
    return studio.sync.follow(started.run_id)
  }
  const refused = await edit('mixing')
  expect(refused.counts).toEqual({ refused: 2 })
  expect((await studio.sync.plan(refused.run_id)).rows[0]?.errors?.[0]).toMatchObject({
    cell: 'category',
    message: 'The account has no category mixing. Add it with: kitroom category create mixing.',
  })
  await addCategory(studio.settings, 'desk')
  const planned = await edit('desk')
  expect(planned.counts).toEqual({ update: 2 })
  await studio.sync.approve(planned.run_id)
  await studio.sync.follow(planned.run_id)
  expect(await categories()).toMatchObject({ 'M-1': 'desk', 'S-1': 'desk' })
  expect(await studio.settings.delete(`/categories/${await idOf('mixer')}`)).toHaveStatus(200)
  const undo = await studio.sync.undo(planned.run_id)
  await studio.sync.follow(undo.run_id)
  const { rows } = await studio.sync.plan(undo.run_id)
  expect(rows.map(({ outcome, warnings }) => [outcome, warnings?.[0]?.code])).toEqual([
    ['unchanged', 'category_gone'],
    ['update', undefined],
  ])
  await studio.sync.approve(undo.run_id)
  expect(await studio.sync.follow(undo.run_id)).toMatchObject({ results: { updated: 1 } })
  expect(await categories()).toMatchObject({ 'M-1': 'desk', 'S-1': 'speaker' })
})

it('a category that is deleted while a plan waits refuses the row, and no item gets it', async () => {
  await addCategory(studio.settings, 'truss')
  write('M-2,truss,Prolyte,H30')
  const run = await studio.sync.follow((await studio.sync.start({ decide: 'wait' })).run_id)
  expect(run.status).toBe('waiting')
  expect(await studio.settings.delete(`/categories/${await idOf('truss')}`)).toHaveStatus(200)
  await studio.sync.approve(run.run_id)
  const ended = await studio.sync.follow(run.run_id)
  expect(ended.results).not.toHaveProperty('created')
  expect(await categories()).not.toHaveProperty('M-2')
})

it('a default category that the account lacks refuses the sheet', async () => {
  studio.configure(config('    defaults: { gear_type: accessory/truss }\n'))
  write('M-3,,Prolyte,H30')
  const { data } = (await studio.sync.client.call(explainSource, { body: { source: 'main' } })).body
  expect(data.refused?.detail).toBe('The account has no category truss. Add it with: kitroom category create truss.')
})
