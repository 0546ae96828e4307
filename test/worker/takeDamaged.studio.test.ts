import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeDamagedValues } from '../../contract/control/takeDamaged.ts'
import { kitroom } from '../server/operator/support.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal())
})
afterAll(() => studio[Symbol.asyncDispose]())

const writeFirmware = (...versions: string[]): void => {
  studio.writeSheet('sheet.csv', csv(cameras(2).map((row, index) => ({ ...row, Firmware: versions[index] ?? '' }))))
}
const firmware = async (): Promise<unknown[]> =>
  (await studio.api.get('/gear')).items().map((item) => item['firmware_version'])

it('values that were held back as damaged are taken by a choice in the plan, of one cell or all, and once', async () => {
  writeFirmware('5.10', '7.10')
  await studio.sync.syncAll()
  writeFirmware('5.1', '7.1')
  const held = await studio.sync.syncAll()
  expect(held).toMatchObject({ status: 'completed', counts: { unchanged: 2 } })
  const shown = await kitroom(studio.folder.dataDir, ['sync', 'status', '--plan', held.run_id])
  expect(shown.out).toContain(
    `To take the 2 damaged values as the sheet has them: npm run kitroom -- sync take ${held.run_id}`,
  )

  const { data: one } = (
    await studio.sync.client.call(takeDamagedValues, { params: { id: held.run_id }, body: { cells: ['G2'] } })
  ).body
  const planned = await studio.sync.follow(one.run_id)
  expect(planned).toMatchObject({ status: 'waiting', counts: { update: 1, unchanged: 1 } })

  const took = await kitroom(studio.folder.dataDir, ['sync', 'take', planned.run_id, '--yes'])
  expect(took.out).toContain('Sync is done: 2 updated.')
  expect(new Set(await firmware())).toEqual(new Set(['5.1', '7.1']))
  const again = await studio.sync.syncAll()
  const { rows } = await studio.sync.plan(again.run_id)
  expect(rows.flatMap(({ warnings = [] }) => warnings)).toEqual([])
  expect((await studio.sync.get(planned.run_id)).status, 'the wider answer takes the place of the first').toBe(
    'superseded',
  )
})
