import { expect, it } from 'vitest'
import { explainSource } from '../../contract/control/explain.ts'
import { csv, cameras } from '../worker/support/sheets.ts'
import { findAccessFaults, isWiderThanScreen } from './support/browser.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()
const look = { width: 390, colorScheme: 'light' } as const

const write = (columns: (index: number) => Record<string, string>): void =>
  suite.open.studio.writeSheet('sheet.csv', csv(cameras(2).map((row, index) => ({ ...row, ...columns(index) }))))

it('a plan asks about a column that is read otherwise, and offers to take damaged values', async () => {
  const { studio, server } = suite.open
  write((index) => ({ Firmware: `5.${index + 1}0`, Serie: ['Alpha', 'Zeiss'][index] ?? '' }))
  await studio.sync.syncAll()
  write((index) => ({ Firmware: `5.${index + 1}`, Serie: `S991${index}` }))
  const { run_id: id } = await studio.sync.start()
  await studio.sync.follow(id)
  const { page, faults, close } = await suite.visit(look)
  await page.goto(`${server.url}/sync/${id}`)
  await page
    .getByText('The column “Serie” was left out in the last run and would be Serial number now.', { exact: false })
    .waitFor()
  await page.getByText('"Serie": ignore # or "serial_number"').waitFor()
  await page.getByText('2 values look like what a spreadsheet program makes of the stored one').waitFor()
  expect(await findAccessFaults(page)).toEqual([])
  expect(await isWiderThanScreen(page)).toBe(false)
  await page.getByRole('button', { name: 'Plan to take them as they stand' }).click()
  await page.getByText('Waits for you', { exact: true }).waitFor()
  await page.getByText('5.10').waitFor()
  expect(faults).toEqual([])
  await close()
})

it('Today counts the refused rows of the last sync, and a run says that its items were deleted here', async () => {
  const { studio, server } = suite.open
  write((index) => ({ Type: index === 1 ? 'sofa' : 'camera' }))
  await studio.sync.syncAll()
  const { page, faults, close } = await suite.visit(look)
  await page.goto(server.url)
  await page.getByText('main: 1 row is refused').waitFor()

  for (const { id } of (await studio.api.get('/gear')).items()) await studio.api.delete(`/gear/${id}`)
  write(() => ({}))
  const run = await studio.sync.syncAll()
  expect(run).toMatchObject({ status: 'completed', counts: { deleted_in_api: 2 } })
  await page.goto(`${server.url}/sync/${run.run_id}`)
  await page.getByText('2 items deleted here', { exact: true }).first().waitFor()
  expect(await page.getByText('Done', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Plan to create them again' }).waitFor()
  expect(await isWiderThanScreen(page)).toBe(false)
  expect(faults).toEqual([])
  await close()
})

it('a plan offers to keep a column that no field has as an own field, and the next plan reads it', async () => {
  const { studio, server } = suite.open
  write((index) => ({ Lieferant: ['Teltec', 'Calumet'][index] ?? '', Tragkraft: `${index + 8} kg` }))
  const { run_id: id } = await studio.sync.start()
  await studio.sync.follow(id)
  const { page, faults, close } = await suite.visit(look)
  await page.goto(`${server.url}/sync/${id}`)
  await page.getByText('How the columns of the sheet are read').click()
  await page.getByRole('button', { name: 'Keep as own field: Whole number (kg)' }).click()
  await page.getByText('It is an own field now: the next plan reads it.').waitFor()
  await page.getByRole('button', { name: 'Keep as own field: Text' }).click()
  await page.getByText('“Lieferant” is an own field now.', { exact: false }).waitFor()
  expect(await findAccessFaults(page)).toEqual([])
  expect(await isWiderThanScreen(page)).toBe(false)
  const { data } = (await studio.sync.client.call(explainSource, { body: { source: 'main' } })).body
  const fields = Object.values(data.read?.columns ?? {}).map(({ field }) => field)
  expect(fields).toEqual(expect.arrayContaining(['fields.lieferant', 'fields.tragkraft']))
  expect(faults).toEqual([])
  await close()
})
