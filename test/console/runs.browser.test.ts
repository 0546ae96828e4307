import { expect, it } from 'vitest'
import { csv, cameras } from '../worker/support/sheets.ts'
import { findAccessFaults, isWiderThanScreen } from './support/browser.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()
const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

/** Cameras with a heading between them, a word that nobody knows and a column that no field has. */
const sheet = (): string => {
  const rows = cameras(4).map((row, index) => ({ ...row, ...(index === 2 && { Type: 'kamerra' }), Blah: 'x' }))
  const [header = '', first = '', ...others] = csv(rows).split('\r\n')
  return [header, first, 'Second shelf,,,,,,', ...others].join('\r\n')
}

it.each(looks)(
  'a plan gives reasons as sentences and evidence for each column, and its report is a file, at $width px',
  async (look) => {
    suite.open.studio.writeSheet('sheet.csv', sheet())
    const { page, faults, close } = await suite.visit(look)
    await page.goto(`${suite.open.server.url}/sync`)
    await page.getByRole('button', { name: 'Compare now' }).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.getByRole('link', { name: /^Skipped/ }).click()
    await page.getByText('A heading between groups: nothing to do.').waitFor()
    expect(new URL(page.url()).searchParams.get('group')).toBe('skipped')
    await page.getByRole('link', { name: /^All/ }).click()
    await page.getByRole('searchbox', { name: 'Filter by name, tag or value' }).fill('kamerra')
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.getByText('How the columns of the sheet are read').click()
    await page.getByText('No field has such a name.').waitFor()
    await page.getByText('Words that stand for no value').waitFor()
    expect(await findAccessFaults(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^main-\d{4}-\d{2}-\d{2}\.csv$/)
    const [bytes] = (await (await download.createReadStream()).toArray()) as Buffer[]
    expect(bytes?.toString()).toContain('K-0004')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Rejected', { exact: true }).waitFor()
    expect(faults).toEqual([])
    await close()
  },
)

it('the history has older runs page by page', async () => {
  const { studio } = suite.open
  const [run = {}] = await studio.stateSql('select * from run limit 1')
  const others = Object.keys(run).filter((name) => name !== 'run_id')
  const copy = `insert into run (run_id, ${others.join(', ')}) select ?, ${others.join(', ')} from run where run_id = ?`
  for (let count = 0; count < 60; count += 1) await studio.stateSql(copy, crypto.randomUUID(), String(run['run_id']))
  const { page, close } = await suite.visit()
  await page.goto(`${suite.open.server.url}/sync`)
  const history = page.getByRole('region', { name: 'Runs' })
  await history.getByRole('listitem').first().waitFor()
  expect(await history.getByRole('listitem').count()).toBe(50)
  await history.getByRole('button', { name: 'Show older runs' }).click()
  await expect.poll(() => history.getByRole('listitem').count()).toBe(62)
  expect(await history.getByRole('button', { name: 'Show older runs' }).count()).toBe(0)
  await close()
})

it('a row that changes an item shows its name, and is found by it', async () => {
  const { studio, server } = suite.open
  studio.writeSheet('sheet.csv', csv(cameras(3)))
  await studio.sync.syncAll()
  studio.writeSheet('sheet.csv', csv(cameras(3).map((row) => ({ ...row, Notes: 'Checked' }))))
  const { run_id: id } = await studio.sync.start()
  await studio.sync.follow(id)
  const [item] = (await studio.api.get('/gear?search=K-0002')).items()
  const name = `${String(item?.['brand'])} ${String(item?.['model'])}`
  const { page, faults, close } = await suite.visit()
  await page.goto(`${server.url}/sync/${id}`)
  await page.getByRole('cell', { name: `${name} K-0002` }).waitFor()
  // The row itself holds the tag and the change only.
  await page.getByRole('searchbox', { name: 'Filter by name, tag or value' }).fill(String(item?.['model']))
  await page.getByRole('cell', { name: `${name} K-0002` }).waitFor()
  await page.getByRole('searchbox', { name: 'Filter by name, tag or value' }).fill('no such thing')
  await page.getByText('No row here').waitFor()
  expect(faults).toEqual([])
  await close()
})
