// @npm-test
// @postgres-long
// The first minutes as a film: from a signed-in empty studio to a sheet in the inventory.
// KITROOM_TEST_FILM=<folder> keeps its pictures there.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findChromium, launchChromium } from '../support/chromium.ts'
import { skipTest } from '../support/skipTest.ts'
import { onPostgres } from '../support/testDatabase.ts'
import { findAccessFaults, isWiderThanScreen } from './support/browser.ts'
import { playFilm } from './support/film.ts'
import { openConsoleStudio, visitSignedIn } from './support/studio.ts'

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
    async take(step: string): Promise<void> {
      const png = await page.screenshot()
      expect(png.length).toBeGreaterThan(5000)
      if (folder !== undefined) writeFileSync(join(folder, `${name}-${++taken}-${step}.png`), png)
      const problems = [
        ...(await findAccessFaults(page)),
        ...((await isWiderThanScreen(page)) ? ['wider than the screen'] : []),
      ]
      if (problems.length > 0) found[step] = problems
    },
  }
}

it.for([
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const)(
  `leads an empty studio from a sheet to its inventory, at $width px, $colorScheme, on ${database}`,
  async (looks, context) => {
    if (executable === undefined) return skipTest(context, 'no Chromium on the PATH')
    await using open = await openConsoleStudio()
    await using browser = await launchChromium(executable)
    const opened = await visitSignedIn(browser, open, looks)
    const { page, faults } = opened
    const camera = createCamera(page, `${database}-${looks.width}`)
    await playFilm(page, (step) => camera.take(step))
    expect(camera.found).toEqual({})
    expect(faults).toEqual([])
    await opened.close()
  },
)
