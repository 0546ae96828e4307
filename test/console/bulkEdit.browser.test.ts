import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cameras, csv } from '../worker/support/sheets.ts'
import { findAccessFaults, isWiderThanScreen, visit } from './support/browser.ts'
import { signIn, visitSignedIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
const suite = useConsole()
/** Set to look at the pages: a folder for screenshots. */
const pictures = process.env['KITROOM_TEST_PICTURES']

const addItem = async (fields: Record<string, unknown>): Promise<Record<string, unknown>> =>
  (
    await suite.open.studio.api.post('/gear', { gear_type: 'camera', brand: 'Canon', model: 'EOS R5', ...fields })
  ).item()
const readItem = async (id: unknown): Promise<Record<string, unknown>> =>
  (await suite.open.studio.api.get(`/gear/${String(id)}`)).item()

async function check(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` })
  expect({ name, faults: await findAccessFaults(page), isTooWide: await isWiderThanScreen(page) }).toEqual({
    name,
    faults: [],
    isTooWide: false,
  })
}

async function chooseField(page: Page, field: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Field to change' }).fill(field)
  await page.getByRole('option', { name: field, exact: true }).click()
}

it.each([
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const)(
  'chosen items are changed after a preview, and the change is undone, at $width px, $colorScheme',
  async (looks) => {
    const set = `Set ${looks.width}`
    const first = await addItem({ brand: set, asset_tag: `E${looks.width}-1` })
    const second = await addItem({ brand: set, model: HOSTILE, gear_type: 'lens', asset_tag: `E${looks.width}-2` })
    const crossed = await addItem({ brand: set, model: 'EOS R6', asset_tag: `E${looks.width}-3` })
    const opened = await visitSignedIn(suite.browser, suite.open, looks)
    const { page, faults } = opened
    await page.goto(`${suite.open.server.url}/inventory?search=${encodeURIComponent(set)}`)
    for (const model of ['EOS R5', HOSTILE, 'EOS R6'])
      await page.getByRole('checkbox', { name: `Select ${set} ${model}` }).check()
    await page.getByText('3 selected').waitFor()
    await check(page, `selection-${looks.width}`)
    await suite.open.studio.api.patch(`/gear/${String(crossed['id'])}`, { updates: { notes: 'Mine' } })

    await page.getByRole('button', { name: 'Edit 3 items' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 3 items' })
    await chooseField(page, 'Status')
    await dialog.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'In service' }).click()
    await chooseField(page, 'Location')
    await dialog.getByRole('textbox', { name: 'Location' }).fill('Workshop')
    await check(page, `fields-${looks.width}`)
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('2 items change, 1 is refused.').waitFor()
    await dialog.getByText('Somebody changed the item after it was shown.').waitFor()
    expect(await readItem(first['id'])).toMatchObject({ status: 'available' })
    await check(page, `preview-${looks.width}`)
    await dialog.getByRole('button', { name: 'Change 2 items' }).click()
    await dialog.getByRole('button', { name: 'Undo' }).waitFor()
    await check(page, `result-${looks.width}`)
    expect({ firstItem: await readItem(first['id']), secondItem: await readItem(second['id']) }).toMatchObject({
      firstItem: { status: 'maintenance', storage_location: 'Workshop' },
      secondItem: { status: 'maintenance', storage_location: 'Workshop' },
    })

    await suite.open.studio.api.patch(`/gear/${String(first['id'])}`, { updates: { storage_location: 'Van' } })
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog', { name: 'Undo', exact: true }).getByRole('button', { name: 'Undo' }).click()
    await page
      .getByRole('heading', {
        level: 1,
        name: /^Undo of a bulk edit of 3 items: Status → In service, Location → Workshop/,
      })
      .waitFor()
    await page.getByText('Somebody has changed it since, so it stays.').waitFor()
    await check(page, `undo-${looks.width}`)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Done, with errors').waitFor()
    expect(await readItem(first['id'])).toMatchObject({ status: 'available', storage_location: 'Van' })
    expect(await readItem(second['id'])).toMatchObject({ status: 'available', storage_location: null })
    await page.goto(`${suite.open.server.url}/sync`)
    await page
      .getByRole('link', { name: /Bulk edit of 3 items: Status → In service, Location → Workshop by/ })
      .first()
      .waitFor()
    await check(page, `history-${looks.width}`)
    expect(faults).toEqual([])
    await opened.close()
  },
)

it('all that match are changed with the keyboard, and a cancelled preview is dropped', async () => {
  for (let index = 0; index < 4; index++) await addItem({ brand: 'Keyboard', model: `K${index}` })
  const opened = await visitSignedIn(suite.browser, suite.open)
  const { page, faults } = opened
  await page.goto(`${suite.open.server.url}/inventory?search=Keyboard`)
  await page.getByRole('checkbox', { name: 'Select all 4 that match' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('checkbox', { name: 'Select Keyboard K2' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Edit 3 items' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Field to change' }).waitFor()
  await page.keyboard.type('Cond')
  await page.getByRole('option').nth(1).waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit 3 items' })
  const focused = (): Promise<unknown> => page.evaluate('document.activeElement.labels?.[0]?.textContent')
  // The new field has the focus.
  await expect.poll(focused).toMatch(/^Condition/)
  // The first condition: new.
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'New', exact: true }).waitFor()
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await dialog.getByRole('button', { name: 'Preview' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('3 items change.').waitFor()
  const other = await page.context().newPage()
  await other.goto(suite.open.server.url)
  await other.getByRole('link', { name: 'Bulk edit of 3 items: Condition → New Waits for you' }).waitFor()
  await other.close()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect((await suite.open.studio.api.get('/gear?search=Keyboard&condition=new')).pagination().total).toBe(0)
  const listed = async (): Promise<unknown> =>
    (await suite.open.studio.stateSql('select status from run order by run_id desc limit 1'))[0]?.['status']
  await expect.poll(listed).toBe('rejected')
  expect(await page.getByText('3 selected').count(), 'the selection stays').toBe(1)
  expect(faults).toEqual([])
  await opened.close()
})

it('all that match are those of every filter of the page', async () => {
  const filters = {
    search: 'Filtered',
    type: 'camera',
    status: 'available',
    condition: 'good',
    storage_location: 'Shelf F',
    asset_tag: 'F-1',
  }
  const { search, type, ...fields } = filters
  await addItem({ ...fields, brand: search, gear_type: type })
  const opened = await visitSignedIn(suite.browser, suite.open)
  const { page, faults } = opened
  await page.goto(`${suite.open.server.url}/inventory?${new URLSearchParams({ ...filters, sort: 'name' }).toString()}`)
  await page.getByRole('checkbox', { name: 'Select all 1 that match' }).check()
  await page.getByRole('button', { name: 'Edit 1 item' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 1 item' })
  await chooseField(page, 'Location')
  await dialog.getByRole('textbox', { name: 'Location' }).fill('Workshop')
  const asked = page.waitForRequest((request) => request.url().endsWith('/bulk-edits'))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  expect((await asked).postDataJSON()).toEqual({ filter: filters, updates: { storage_location: 'Workshop' } })
  await dialog.getByText('1 item changes.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(faults).toEqual([])
  await opened.close()
})

it('continues when the tab is closed', async () => {
  suite.open.studio.writeSheet('sheet.csv', csv(cameras(300)))
  await suite.open.studio.sync.syncAll()
  const opened = await visitSignedIn(suite.browser, suite.open)
  const { page } = opened
  await page.goto(`${suite.open.server.url}/inventory?search=K-0`)
  await page.getByRole('checkbox', { name: 'Select all 300 that match' }).check()
  await page.getByRole('button', { name: 'Edit 300 items' }).click()
  await chooseField(page, 'Notes')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Notes' }).fill('Counted')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Change 300 items' }).click()
  await page
    .getByRole('progressbar')
    .or(page.getByRole('button', { name: 'Undo' }))
    .first()
    .waitFor()
  await opened.close()
  const ended = async (): Promise<unknown> =>
    (
      await suite.open.studio.stateSql(
        'select status, results from run where edit is not null order by run_id desc limit 1',
      )
    )[0]
  await expect.poll(ended).toEqual({ status: 'completed', results: '{"updated":300}' })
})

it('is not shown without an owner key that may start one', async () => {
  const reader = (
    await suite.open.studio.settings.post('/keys', { name: 'Ben', kind: 'owner', scopes: ['automation:read'] })
  ).item()
  const opened = await visit(suite.browser, suite.open.server.url)
  const { page } = opened
  await signIn(page, suite.open.apiKey, String(reader['key']))
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.goto(`${suite.open.server.url}/inventory`)
  await page.getByRole('table').getByRole('row').nth(1).waitFor()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await opened.close()
})

it('chosen items get the same value of an own field', async () => {
  const { studio, server } = suite.open
  await studio.settings.post('/fields', { name: 'supplier', label: 'Dealer', type: 'text' })
  await studio.settings.post('/fields', { name: 'dongle', label: 'Dongle', type: 'text', unique: true })
  const items = [
    await addItem({ brand: 'Own', asset_tag: 'OWN-1' }),
    await addItem({ brand: 'Own', asset_tag: 'OWN-2' }),
  ]
  const { page, faults, close } = await suite.visit({ width: 390, colorScheme: 'light' })
  await page.goto(`${server.url}/inventory?search=OWN-`)
  for (const index of [0, 1]) await page.getByRole('checkbox', { name: 'Select Own EOS R5' }).nth(index).check()
  await page.getByRole('button', { name: 'Edit 2 items' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 2 items' })
  await page.getByRole('combobox', { name: 'Field to change' }).fill('D')
  expect(await page.getByRole('option', { name: 'Dongle' }).count()).toBe(0)
  await chooseField(page, 'Dealer')
  await dialog.getByRole('textbox', { name: 'Dealer' }).fill('Teltec')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Teltec').first().waitFor()
  await dialog.getByRole('button', { name: 'Change 2 items' }).click()
  await expect.poll(async () => (await readItem(items[1]?.['id']))['fields']).toEqual({ supplier: 'Teltec' })
  await expect.poll(async () => (await readItem(items[0]?.['id']))['fields']).toEqual({ supplier: 'Teltec' })
  expect(faults).toEqual([])
  await close()
})

// The last test, since it stops the worker.
it('says that the worker is away, in the server’s sentence', async () => {
  await addItem({ brand: 'Away' })
  const opened = await visitSignedIn(suite.browser, suite.open)
  const { page } = opened
  await page.goto(`${suite.open.server.url}/inventory?search=Away`)
  await page.getByRole('checkbox', { name: 'Select Away EOS R5' }).check()
  await page.getByRole('button', { name: 'Edit 1 item', exact: true }).click()
  await chooseField(page, 'Notes')
  await suite.open.studio.worker.stop()
  await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click()
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.innerText()).toContain('Syncs, reminders and automations need it; the inventory does not.')
  await opened.close()
})
