// @npm-test
// @postgres
// The first minutes as a film: from a signed-in empty studio to a sheet in the inventory.
// KITROOM_TEST_FILM=<folder> keeps its pictures there.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { skipTest } from '../support/skipTest.ts'
import { onPostgres } from '../support/testDatabase.ts'
import { findAccessFaults, findChromium, isWiderThanScreen, launchChromium } from './support/browser.ts'
import { openConsoleStudio, visitSignedIn } from './support/studio.ts'

const MAX_MS = 60_000
const SHEET = new URL('../../examples/inventory.xlsx', import.meta.url)
const executable = findChromium()
const folder = process.env['KITROOM_TEST_FILM']
const database = onPostgres ? 'postgres' : 'sqlite'

/** Pictures of a page, and what is wrong with it at each step. */
function createCamera(page: Page, name: string) {
  const found: Record<string, unknown> = {}
  let taken = 0
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  return {
    found,
    /** Excludes the time that the camera itself takes. */
    spentMs: 0,
    async take(step: string): Promise<void> {
      const startedAtMs = performance.now()
      const png = await page.screenshot()
      expect(png.length).toBeGreaterThan(5000)
      if (folder !== undefined) writeFileSync(join(folder, `${name}-${++taken}-${step}.png`), png)
      const problems = [...(await findAccessFaults(page)), ...((await isWiderThanScreen(page)) ? ['wider than the screen'] : [])]
      if (problems.length > 0) found[step] = problems
      this.spentMs += performance.now() - startedAtMs
    },
  }
}

const openPage = (page: Page, name: string): Promise<void> => page.getByRole('navigation').getByRole('link', { name }).first().click()

/** Drops the sheet that the demo has, and approves what it would write. */
async function fillStudio(page: Page, take: (step: string) => Promise<void>): Promise<void> {
  await take('today')
  await page.getByRole('link', { name: 'Drop a sheet' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sync' }).waitFor()
  await take('sync')
  await page.getByLabel('Choose a file').setInputFiles({ name: 'inventory.xlsx', mimeType: 'application/octet-stream', buffer: readFileSync(SHEET) })
  await page.getByText('Approving adds 59 items.').waitFor({ timeout: MAX_MS })
  await take('plan')
  await page.getByRole('link', { name: /^Refused/ }).click()
  await page.getByText('2024-02-30').first().waitFor()
  await take('refused')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor({ timeout: MAX_MS })
  await take('written')
}

it.for([
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const)(`leads an empty studio from a sheet to its inventory in a minute, at $width px, $colorScheme, on ${database}`, async (looks, context) => {
  if (executable === undefined) return skipTest(context, 'no Chromium on the PATH')
  await using open = await openConsoleStudio()
  await using browser = await launchChromium(executable)
  const opened = await visitSignedIn(browser, open, looks)
  const { page, faults } = opened
  const camera = createCamera(page, `${database}-${looks.width}`)
  const startedAtMs = performance.now()
  await page.getByRole('link', { name: 'Drop a sheet' }).waitFor()
  await fillStudio(page, (step) => camera.take(step))
  await openPage(page, 'Inventory')
  await page.getByText('59 items').waitFor()
  await camera.take('inventory')
  await page.getByRole('searchbox', { name: /Search name/ }).fill('KR-C-001')
  await page.getByText('1 item', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('search')).toBe('KR-C-001')
  await page.getByRole('link', { name: 'Canon EOS R5 Mark II' }).click()
  await page.getByRole('heading', { level: 1, name: 'Canon EOS R5 Mark II' }).waitFor()
  await camera.take('item')
  const tookMs = performance.now() - startedAtMs - camera.spentMs
  console.log(`film at ${looks.width} px on ${database}: ${(tookMs / 1000).toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}`)
  expect(tookMs).toBeLessThan(MAX_MS)
  expect(camera.found).toEqual({})
  expect(faults).toEqual([])
  await opened.close()
})
