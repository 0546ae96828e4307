import { expect, it } from 'vitest'
import { csv, cameras } from '../worker/support/sheets.ts'
import { findAccessFaults, isWiderThanScreen } from './support/browser.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()
const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

it.each(looks)(
  'a plan that asks shows the question and all values of a new item, and follows the answer, at $width px',
  async (look) => {
    const { studio, server } = suite.open
    const rows = cameras(3).map((row, index) => ({
      ...row,
      'Asset Tag': `Q-${index}`,
      Active: index === 1 ? 'No' : 'Yes',
    }))
    studio.writeSheet('sheet.csv', csv(rows))
    const { run_id: id } = await studio.sync.start()
    await studio.sync.follow(id)
    const { page, faults, close } = await suite.visit(look)
    await page.goto(`${server.url}/sync/${id}`)
    await page
      .getByText('Does the column “Active” say that an item is gone (No)? 1 row waits for the answer.')
      .waitFor()
    await page.getByText('Sheet: sheet.csv').waitFor()
    await page.getByRole('link', { name: /^Questions/ }).click()
    await page.getByText('Say under presence: what the column means.').waitFor()
    await page.getByText('Location Shelf 1').first().waitFor()
    expect(await findAccessFaults(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
    await page.getByRole('button', { name: '“No” means gone' }).click()
    await page.getByText('Approving adds 2 items.').waitFor()
    await page.getByRole('button', { name: 'Take back: Gear that is gone: Active' }).click()
    await page.getByRole('button', { name: '“No” means gone' }).waitFor()
    expect(faults).toEqual([])
    await close()
  },
)

it('a dropped sheet asks before it takes the place of a plan that waits', async () => {
  const { studio, server } = suite.open
  studio.writeSheet('sheet.csv', csv(cameras(2).map((row) => ({ ...row, 'Asset Tag': `W-${row['Asset Tag']}` }))))
  const { run_id: id } = await studio.sync.start()
  await studio.sync.follow(id)
  const { page, faults, close } = await suite.visit()
  await page.goto(`${server.url}/sync`)
  await page.getByText('Waits for you', { exact: true }).first().waitFor()
  const file = { name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(csv(cameras(1))) }
  await page.locator('input[type=file]').setInputFiles(file)
  const question = page.getByRole('dialog', { name: 'A plan waits for a decision' })
  await question.getByText('mine.csv').waitFor()
  expect((await studio.sync.get(id)).status).toBe('waiting')
  await question.getByRole('button', { name: 'Compare now' }).click()
  await page.getByText('Sheet: mine.csv').waitFor()
  expect((await studio.sync.get(id)).status).toBe('superseded')
  expect(faults).toEqual([])
  await close()
})
