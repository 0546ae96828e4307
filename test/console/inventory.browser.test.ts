import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findAccessFaults, isWiderThanScreen } from './support/browser.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole(async ({ studio: { api } }) => {
  const create = async (path: string, body: Record<string, unknown>): Promise<void> => {
    const reply = await api.post(path, body)
    if (reply.status !== 201) throw new Error(reply.text)
  }
  for (const [index, location] of ['Shelf A', 'shelf a', 'Shelf B', 'Vault', null].entries())
    await create('/gear', {
      gear_type: index % 2 === 0 ? 'camera' : 'lens',
      brand: 'Canon',
      model: `M${(index * 3) % 5}`,
      asset_tag: `KR-${9 - index}`,
      storage_location: location,
      notes: '\u200b\u3000＝1+1\n=2',
      replacement_value: 1000 * (index + 1),
      status: index === 1 ? 'in_use' : 'available',
    })
  const [item] = (await api.get('/gear?limit=1')).items()
  const day = new Date().toISOString().slice(0, 10)
  const service = {
    item_type: item?.gear_type,
    item_id: item?.id,
    service_type: 'Cleaning',
    service_date: day,
    status: 'completed',
    cost: 250,
  }
  await create('/maintenance', service)
  await create('/shoots', { title: 'Launch', shoot_date: day })
})

/** Widths of the drawn bars of a chart, and the values of its table that are not zero. */
async function readChart(page: Page, title: string): Promise<{ widths: number[]; values: string[] }> {
  const panel = page.getByRole('region', { name: title, exact: true })
  const bars = panel.locator('.recharts-bar-rectangle path')
  await bars.first().waitFor()
  const widths = await bars.evaluateAll((paths) => paths.map((path) => path.getBoundingClientRect().width))
  const cells = await panel.getByRole('table', { name: title, exact: true }).getByRole('cell').allInnerTexts()
  return { widths, values: cells.filter((text) => /[1-9]/.test(text)) }
}

/** Each value is a bar, and the tooltip of a bar says it in the studio's currency. */
async function expectBars(page: Page): Promise<void> {
  for (const title of [
    'Items by type and status',
    'Cost of service by month',
    'Shoots by month',
    'Shoots',
    'Maintenance',
  ]) {
    const { widths, values } = await readChart(page, title)
    expect({ title, bars: widths.length }).toEqual({ title, bars: values.length })
  }
  const { widths, values } = await readChart(page, 'Replacement value by type and status')
  expect(values).toEqual(['$9,000', '$4,000', '$2,000'])
  expect(widths.map((width) => Math.round((9 * width) / (widths[0] ?? 0)))).toEqual([9, 4, 2])
  const panel = page.getByRole('region', { name: 'Replacement value by type and status' })
  await panel.locator('.recharts-bar-rectangle path').first().hover()
  await panel.locator('.recharts-tooltip-wrapper').getByText('$9,000').waitFor()
  await page.mouse.move(0, 0)
}

/** The tags of the list's rows, read when the first one is the expected. */
async function readTags(page: Page, first: string): Promise<string[]> {
  await page.getByRole('row').nth(1).getByText(first, { exact: true }).waitFor()
  return page.getByRole('table').locator('.mono').allInnerTexts()
}

it('sorts by the head of a column, up, down and not, and keeps the order in the address', async () => {
  const opened = await suite.visit()
  const { page, faults } = opened
  await page.goto(`${suite.open.server.url}/inventory`)
  const head = page.getByRole('columnheader', { name: 'Asset tag' })
  expect(await readTags(page, 'KR-5')).toEqual(['KR-5', 'KR-6', 'KR-7', 'KR-8', 'KR-9'])
  expect(await head.getAttribute('aria-sort')).toBe('none')
  await page.getByRole('button', { name: 'Replacement value' }).click()
  expect(await readTags(page, 'KR-9')).toEqual(['KR-9', 'KR-8', 'KR-7', 'KR-6', 'KR-5'])
  await page.getByRole('button', { name: 'Asset tag' }).click()
  expect(await readTags(page, 'KR-5')).toEqual(['KR-5', 'KR-6', 'KR-7', 'KR-8', 'KR-9'])
  expect(await head.getAttribute('aria-sort')).toBe('ascending')
  await page.getByRole('button', { name: 'Asset tag' }).click()
  expect(await readTags(page, 'KR-9')).toHaveLength(5)
  expect({
    'aria-sort': await head.getAttribute('aria-sort'),
    sort: new URL(page.url()).searchParams.get('sort'),
  }).toEqual({
    'aria-sort': 'descending',
    sort: '-asset_tag',
  })
  await page.reload()
  expect(await readTags(page, 'KR-9')).toHaveLength(5)
  await page.getByRole('button', { name: 'Asset tag' }).click()
  await readTags(page, 'KR-5')
  expect(new URL(page.url()).searchParams.has('sort')).toBe(false)
  expect(faults).toEqual([])
  await opened.close()
})

it('filters by a suggested location and by tag', async () => {
  const opened = await suite.visit()
  const { page, faults } = opened
  await page.goto(`${suite.open.server.url}/inventory?sort=asset_tag`)
  await page.getByText('5 items').waitFor()
  const filters = page.getByRole('search')
  await filters.getByLabel('Location', { exact: true }).fill('shelf')
  await page.getByRole('option', { name: /Shelf A/ }).waitFor()
  await page.getByRole('option', { name: /Vault/ }).waitFor({ state: 'detached' })
  expect(await page.getByRole('option').allInnerTexts()).toEqual([
    expect.stringMatching(/Shelf A\s*2/),
    expect.stringMatching(/Shelf B\s*1/),
  ])
  expect(await findAccessFaults(page)).toEqual([])
  await page.screenshot({
    path: `${process.env['KITROOM_SCREENSHOTS'] ?? suite.open.studio.folder.dataDir}/suggestions.png`,
  })
  await page.getByRole('option', { name: /Shelf A/ }).click()
  await page.getByText('2 items', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('storage_location')).toBe('Shelf A')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('5 items').waitFor()
  expect(new URL(page.url()).searchParams.get('sort')).toBe('asset_tag')
  await filters.getByLabel('Asset tag', { exact: true }).fill('kr-7')
  await filters.getByLabel('Asset tag', { exact: true }).press('Enter')
  await page.getByText('1 item', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('asset_tag')).toBe('kr-7')
  expect(faults).toEqual([])
  await opened.close()
})

it('downloads the list as CSV, in which no text is a formula', async () => {
  const opened = await suite.visit()
  const { page, faults } = opened
  await page.goto(`${suite.open.server.url}/inventory?storage_location=Vault`)
  await page.getByText('1 item', { exact: true }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^inventory-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toMatch(/^\ufeffid,gear_type,/)
  const rows = parse<Record<string, string>>(text, { bom: true, columns: true })
  expect(rows).toMatchObject([{ asset_tag: 'KR-6', storage_location: 'Vault', notes: "'\u200b\u3000＝1+1\n=2" }])
  expect(faults).toEqual([])
  await opened.close()
})

it.each([
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const)('shows figures as charts and tables, and sorts, at $width px, $colorScheme', async (looks) => {
  const opened = await suite.visit(looks)
  const { page, faults } = opened
  const folder = process.env['KITROOM_SCREENSHOTS'] ?? suite.open.studio.folder.dataDir
  await page.goto(`${suite.open.server.url}/figures`)
  const values = page.getByRole('table', { name: 'Replacement value by type and status' })
  expect(await values.getByRole('row', { name: /^Camera/ }).innerText()).toMatch(/9,000/)
  expect(await values.getByRole('row', { name: /^Lens/ }).innerText()).toMatch(/4,000.*2,000/s)
  const cost = page.getByRole('table', { name: 'Cost of service by month' })
  await cost.waitFor({ state: 'attached' })
  expect(await cost.getByRole('row').count()).toBe(13)
  expect(await cost.getByRole('row').last().innerText()).toMatch(/250/)
  expect(await page.getByRole('table', { name: 'Shoots by month' }).getByRole('row').count()).toBe(16)
  await expectBars(page)
  expect({ accessFaults: await findAccessFaults(page), isWiderThanScreen: await isWiderThanScreen(page) }).toEqual({
    accessFaults: [],
    isWiderThanScreen: false,
  })
  await page.screenshot({ path: `${folder}/figures-${looks.width}-${looks.colorScheme}.png`, fullPage: true })
  await page.goto(`${suite.open.server.url}/inventory`)
  await page.getByText('5 items').waitFor()
  if (looks.width === 390) {
    await page
      .getByRole('search')
      .getByRole('combobox', { name: 'Order' })
      .or(page.getByRole('textbox', { name: 'Order' }))
      .first()
      .click()
    await page.getByRole('option', { name: 'Replacement value, descending' }).click()
    await page.waitForURL(/sort=-replacement_value/)
  }
  expect({ accessFaults: await findAccessFaults(page), isWiderThanScreen: await isWiderThanScreen(page) }).toEqual({
    accessFaults: [],
    isWiderThanScreen: false,
  })
  await page.screenshot({ path: `${folder}/inventory-${looks.width}-${looks.colorScheme}.png` })
  expect(faults).toEqual([])
  await opened.close()
})

it('an item is saved on top of changes of other fields, and asks which value of the same field stays', async () => {
  const { api } = suite.open.studio
  const { id } = (await api.post('/gear', { gear_type: 'lens', brand: 'Canon', model: 'Crossed' })).item()
  const read = async (): Promise<Record<string, unknown>> => (await api.get(`/gear/${id}`)).item()
  const { page, close } = await suite.visit()
  // The page is not notified of changes, so that it saves what it knows.
  await page.route('**/console/api/changes*', (route) => route.abort())
  const edit = async (notes: string): Promise<void> => {
    await page.goto(`${suite.open.server.url}/inventory/${id}?edit=true`)
    await page.getByRole('textbox', { name: 'Notes' }).fill(notes)
  }
  await edit('Mine')
  await api.patch(`/gear/${id}`, { updates: { storage_location: 'Vault' } })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Edit' }).waitFor()
  expect(await read()).toMatchObject({ notes: 'Mine', storage_location: 'Vault' })
  await edit('Mine again')
  await api.patch(`/gear/${id}`, { updates: { notes: 'Theirs', storage_location: 'Shelf' } })
  await page.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Somebody changed this item meanwhile' })
  await conflict.getByRole('radio', { name: 'Theirs: Theirs' }).waitFor()
  await conflict.getByRole('radio', { name: 'Yours: Mine again' }).check()
  expect(await findAccessFaults(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Save the chosen values' }).click()
  await page.getByRole('link', { name: 'Edit' }).waitFor()
  expect(await read()).toMatchObject({ notes: 'Mine again', storage_location: 'Shelf' })
  await close()
})
