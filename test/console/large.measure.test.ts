import { existsSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { fullOrSmall } from '../support/counts.ts'
import { measure, type Figures } from '../support/measure.ts'
import { fillInventory } from './support/fillInventory.ts'
import { useConsole } from './support/useConsole.ts'

const ITEM_COUNT = fullOrSmall(100_000, 5000)
const MAX_TAB_MB = 200
const MAX_USABLE_MS = 1000
/** A fast reader: six rows of 40 px in a tenth of a second. */
const STEP_PX = 240
const STEPS = 100

const suite = useConsole((open) => fillInventory(open, ITEM_COUNT))

/** Code for the page: the largest paint and the slowest interaction, from the browser's own timeline. */
const OBSERVE = `globalThis.seen = { lcpMs: 0, inpMs: 0 }
new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.lcpMs = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.interactionId) seen.inpMs = Math.max(seen.inpMs, entry.duration) }).observe({ type: 'event', buffered: true, durationThreshold: 16 })`

/** Code for the page: scrolls step by step and counts the rows on the screen, and those of them without an item. */
const SCROLL = `(async () => {
  const rows = { shown: 0, blank: 0 }
  for (let step = 0; step < ${STEPS}; step++) {
    scrollBy(0, ${STEP_PX})
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (const row of document.querySelectorAll('.gear-row:not(.gear-head)')) {
      const { top, bottom } = row.getBoundingClientRect()
      if (bottom < 0 || top > innerHeight) continue
      rows.shown++
      if (row.querySelector('.mantine-Skeleton-root')) rows.blank++
    }
  }
  return rows
})()`

async function readHeapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

/**
 * @returns memory of the largest process of a tab, with its share of what processes have in common (PSS); undefined
 * where there is no /proc
 */
async function readTabBytes(): Promise<number | undefined> {
  const session = await suite.browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const files = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => `/proc/${id}/smaps_rollup`)
  const sizes = files
    .filter(existsSync)
    .map((file) => Number(/^Pss: +(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]) * 1024)
  return sizes.length > 0 ? Math.max(...sizes) : undefined
}

/** Opens the inventory in a new tab and scrolls through it. */
async function scrollThrough(): Promise<Figures> {
  const opened = await suite.visit()
  const { page } = opened
  await page.evaluate(OBSERVE)
  const clickedMs = performance.now()
  await page.getByRole('navigation').getByRole('link', { name: 'Inventory' }).first().click()
  await page.getByRole('row').nth(1).getByRole('link').waitFor()
  const usableMs = performance.now() - clickedMs
  const rows = await page.evaluate<{ shown: number; blank: number }>(SCROLL)
  expect(rows.shown).toBeGreaterThan(STEPS)
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await page.evaluate(`scrollTo(0, document.body.scrollHeight * ${share})`)
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  }
  const seen = await page.evaluate<{ lcpMs: number; inpMs: number }>('seen')
  const heapBytes = await readHeapBytes(page)
  const tabMb = ((await readTabBytes()) ?? heapBytes) / 2 ** 20
  await opened.close()
  return { usableMs, ...seen, shownRows: rows.shown, blankRows: rows.blank, heapMb: heapBytes / 2 ** 20, tabMb }
}

it(`the inventory is usable at once and scrolls without blank rows at ${ITEM_COUNT} items`, async () => {
  const missed = await measure(
    `${ITEM_COUNT} items`,
    { usableMs: MAX_USABLE_MS, blankRows: 1, tabMb: MAX_TAB_MB },
    scrollThrough,
  )
  expect(missed).toEqual([])
})
