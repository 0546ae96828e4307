import { afterAll, beforeAll, expect, it } from 'vitest'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config: 'sources:\n  - { id: main, file: sheet.csv }\n' })
})
afterAll(() => studio[Symbol.asyncDispose]())

it('a restored item is still bound to its row: the same sheet writes nothing, a changed cell is an update', async () => {
  const rows = cameras(3)
  studio.writeSheet('sheet.csv', csv(rows))
  await studio.sync.syncAll()
  const [item] = (await studio.api.get('/gear?asset_tag=K-0002')).items()
  await studio.api.delete(`/gear/${item?.id}`)
  expect((await studio.sync.syncAll()).counts).toEqual({ unchanged: 2, deleted_in_api: 1 })
  expect((await studio.api.send('POST', `/gear/${item?.id}/restore`)).status).toBe(200)
  expect((await studio.sync.syncAll()).counts).toEqual({ unchanged: 3 })
  studio.writeSheet(
    'sheet.csv',
    csv(rows.map((row) => (row['Asset Tag'] === 'K-0002' ? { ...row, 'Storage Location': 'Vault' } : row))),
  )
  expect(await studio.sync.syncAll()).toMatchObject({ counts: { unchanged: 2, update: 1 }, results: { updated: 1 } })
  expect((await studio.api.get(`/gear/${item?.id}`)).item()['storage_location']).toBe('Vault')
})
