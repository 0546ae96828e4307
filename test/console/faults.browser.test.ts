import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { distFolder } from '../../local/console/sources.ts'
import { startInProcessServer } from '../support/server.ts'
import { findAccessFaults, visit } from './support/browser.ts'
import { signIn, visitSignedIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()
const LARGE_ROWS = 1100
const NOTE_CHARACTERS = 9900

/** Evaluated in the page: a drop of a CSV file of 10 MB. */
const DROPPED_SHEET = `(() => {
  const lines = Array.from({ length: ${LARGE_ROWS} }, (_, row) => 'BIG-' + row + ',camera,Canon,EOS R' + row + ',' + 'n'.repeat(${NOTE_CHARACTERS}))
  const data = new DataTransfer()
  data.items.add(new File([['Asset Tag,Type,Brand,Model,Notes', ...lines].join('\\n')], 'large.csv'))
  return data
})()`

const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor()
const openPage = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name }).first().click()
const addItem = async (fields: Record<string, unknown>): Promise<string> =>
  (
    await suite.open.studio.api.post('/gear', { gear_type: 'camera', brand: 'Canon', model: 'EOS R5', ...fields })
  ).item().id

describe('without a worker', () => {
  it('the pages that need it say so, the others work, and it is found again', async () => {
    const { studio, apiKey, ownerKey } = suite.open
    await addItem({ asset_tag: 'AWAY-1' })
    const workerUrl = 'http://127.0.0.1:9'
    await using away = await startInProcessServer(studio.folder.databaseFile, undefined, {
      workerUrl,
      consoleFolder: distFolder,
    })
    const opened = await visit(suite.browser, away.url)
    const { page } = opened
    await signIn(page, apiKey, ownerKey)
    await heading(page, 'Today')
    for (const name of ['Sync', 'Reminders']) {
      await openPage(page, name)
      await page
        .getByText(/worker does not answer right now.*the inventory does not/s)
        .first()
        .waitFor()
      expect(await findAccessFaults(page), name).toEqual([])
    }
    await openPage(page, 'Today')
    await page
      .getByText(/worker does not answer right now/)
      .first()
      .waitFor()
    await openPage(page, 'Inventory')
    await page.getByText('AWAY-1').waitFor()
    await openPage(page, 'Sync')
    await page
      .getByText(/worker does not answer right now/)
      .first()
      .waitFor()
    // The same address, now with a worker behind it.
    const { port } = new URL(away.url)
    await away.stop()
    await using _back = await startInProcessServer(studio.folder.databaseFile, undefined, {
      port: Number(port),
      workerUrl: suite.open.workerUrl,
      consoleFolder: distFolder,
    })
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByText('main', { exact: true }).first().waitFor()
    await opened.close()
  })
})

describe('a server that restarts', () => {
  it('is named on the page; what was typed stays, and is saved once it is back', async () => {
    const { studio, apiKey, ownerKey } = suite.open
    const id = await addItem({ model: 'EOS R6' })
    const options = { workerUrl: suite.open.workerUrl, consoleFolder: distFolder }
    const first = await startInProcessServer(studio.folder.databaseFile, undefined, options)
    const opened = await visit(suite.browser, first.url)
    const { page } = opened
    await signIn(page, apiKey, ownerKey)
    await heading(page, 'Today')
    await page.goto(`${first.url}/inventory/${id}?edit=true`)
    await page.getByRole('textbox', { name: 'Location' }).fill('Shelf 9')
    await first.stop()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('The server does not answer. Is it running?').waitFor()
    await using _second = await startInProcessServer(studio.folder.databaseFile, undefined, {
      ...options,
      port: Number(new URL(first.url).port),
    })
    expect(await page.getByRole('textbox', { name: 'Location' }).inputValue()).toBe('Shelf 9')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Canon EOS R6')
    expect((await studio.api.get(`/gear/${id}`)).item()).toMatchObject({ storage_location: 'Shelf 9' })
    await opened.close()
  })

  it('takes a page that was not loaded yet with it, and says so instead of staying blank', async () => {
    const { studio, apiKey, ownerKey } = suite.open
    const options = { workerUrl: suite.open.workerUrl, consoleFolder: distFolder }
    const first = await startInProcessServer(studio.folder.databaseFile, undefined, options)
    const opened = await visit(suite.browser, first.url)
    const { page } = opened
    await signIn(page, apiKey, ownerKey)
    await heading(page, 'Today')
    await first.stop()
    await openPage(page, 'Figures')
    await page.getByText('This page could not be loaded. The server is away, or has been updated.').waitFor()
    await using _second = await startInProcessServer(studio.folder.databaseFile, undefined, {
      ...options,
      port: Number(new URL(first.url).port),
    })
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await heading(page, 'Figures')
    expect(await page.getByRole('alert').count()).toBe(0)
    await opened.close()
  })
})

it('an item that somebody deleted while it was edited is named as such, and nothing is lost', async () => {
  const id = await addItem({ model: 'EOS R8' })
  const opened = await visitSignedIn(suite.browser, suite.open)
  const { page } = opened
  await page.goto(`${suite.open.server.url}/inventory/${id}?edit=true`)
  await page.getByRole('textbox', { name: 'Notes' }).fill('A long note')
  await suite.open.studio.api.delete(`/gear/${id}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('alert')
    .getByText(/^Request/)
    .waitFor()
  expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('A long note')
  await page.goto(`${suite.open.server.url}/inventory/${id}`)
  await page
    .getByRole('alert')
    .getByText(/^Request/)
    .waitFor()
  await opened.close()
})

it('two changes of one field: the form asks which value stays', async () => {
  const id = await addItem({ model: 'EOS R7', storage_location: 'Shelf 1' })
  const opened = await visitSignedIn(suite.browser, suite.open)
  const { page } = opened
  await page.goto(`${suite.open.server.url}/inventory/${id}?edit=true`)
  await page.getByRole('textbox', { name: 'Location' }).fill('Shelf 2')
  await suite.open.studio.api.patch(`/gear/${id}`, { updates: { storage_location: 'Shelf 3' } })
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: /Somebody changed/ })
  await dialog.getByRole('radio', { name: 'Yours: Shelf 2' }).check()
  // And once more, while the question is open.
  await suite.open.studio.api.patch(`/gear/${id}`, { updates: { storage_location: 'Shelf 4' } })
  await dialog.getByRole('button', { name: 'Save the chosen values' }).click()
  await dialog.getByRole('radio', { name: 'Theirs: Shelf 4' }).waitFor()
  await dialog.getByRole('radio', { name: 'Yours: Shelf 2' }).check()
  await dialog.getByRole('button', { name: 'Save the chosen values' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await suite.open.studio.api.get(`/gear/${id}`)).item())
    .toMatchObject({ storage_location: 'Shelf 2' })
  await opened.close()
})

it('a sheet of 10 MB that is dropped onto the page is planned, and the page stays usable', async () => {
  const opened = await visitSignedIn(suite.browser, suite.open)
  const { page, faults } = opened
  await openPage(page, 'Sync')
  const zone = page.getByRole('region', { name: 'Drop a sheet here' })
  const transfer = await page.evaluateHandle(DROPPED_SHEET)
  await zone.dispatchEvent('dragover', { dataTransfer: transfer })
  await zone.dispatchEvent('drop', { dataTransfer: transfer })
  await page.getByText(`Approving adds ${LARGE_ROWS.toLocaleString('en-GB')} items.`).waitFor()
  await page.getByRole('searchbox', { name: /Filter by name/ }).fill('BIG-1099')
  await page.getByText('1 row', { exact: true }).waitFor()
  expect(await page.getByRole('table').getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Rejected').first().waitFor()
  expect(faults).toEqual([])
  await opened.close()
})
