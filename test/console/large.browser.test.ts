import { expect, it } from 'vitest'
import { fillInventory } from './support/fillInventory.ts'
import { waitUntilQuiet } from './support/quiet.ts'
import { useConsole } from './support/useConsole.ts'

const ITEM_COUNT = 1500
/** Rows on the screen, and some above and below it. */
const MAX_ROWS = 80
/** One position of the list needs at most two pages of items, beside what the page reads on its own. */
const MAX_READS = 6

const suite = useConsole((open) => fillInventory(open, ITEM_COUNT))

it(`a list of ${ITEM_COUNT} items draws and reads only what is on the screen, wherever it is scrolled to`, async () => {
  const { page, faults, close } = await suite.visit()
  await page.getByRole('navigation').getByRole('link', { name: 'Inventory' }).first().click()
  await page.getByText(`${ITEM_COUNT.toLocaleString('en-GB')} items`).waitFor()
  await page.getByRole('row').nth(1).getByRole('link').waitFor()
  let reads = 0
  page.on('request', (request) => void (new URL(request.url()).pathname === '/console/api/v1/gear' && (reads += 1)))
  for (const share of [0.25, 0.5, 0.75, 1]) {
    reads = 0
    await page.evaluate(`scrollTo(0, document.body.scrollHeight * ${share})`)
    await waitUntilQuiet(page)
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    expect(await page.getByRole('row').count()).toBeLessThan(MAX_ROWS)
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThanOrEqual(MAX_READS)
  }
  await page.getByRole('row').last().getByRole('link').waitFor()
  expect(await page.getByRole('row').last().getAttribute('aria-rowindex')).toBe(String(ITEM_COUNT + 1))
  expect(faults).toEqual([])
  await close()
})
