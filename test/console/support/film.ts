import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const SHEET = new URL('../../../examples/inventory.xlsx', import.meta.url)

const openPage = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name }).first().click()

/** Drops the sheet that the demo has, and approves what it would write. */
async function fillStudio(page: Page, take: (step: string) => Promise<void>): Promise<void> {
  await take('today')
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'inventory.xlsx', mimeType: 'application/octet-stream', buffer: readFileSync(SHEET) })
  await page.getByText('Approving adds 59 items.').waitFor()
  await take('plan')
  await page.getByRole('link', { name: /^Refused/ }).click()
  await page.getByText('2024-02-30').first().waitFor()
  await take('refused')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await take('written')
}

/**
 * The first minutes: from the start page of an empty studio to an item of its inventory.
 * @param take is called at each step
 */
export async function playFilm(page: Page, take: (step: string) => Promise<void>): Promise<void> {
  await page.getByRole('region', { name: 'Drop a sheet here' }).waitFor()
  await fillStudio(page, take)
  await openPage(page, 'Inventory')
  await page.getByText('59 items').waitFor()
  await take('inventory')
  await page.getByRole('searchbox', { name: /Search name/ }).fill('KR-C-001')
  await page.getByText('1 item', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('search')).toBe('KR-C-001')
  await page.getByRole('link', { name: 'Canon EOS R5 Mark II' }).click()
  await page.getByRole('heading', { level: 1, name: 'Canon EOS R5 Mark II' }).waitFor()
  await take('item')
}
