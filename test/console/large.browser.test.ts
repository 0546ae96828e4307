import { existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { fullOrSmall } from '../support/counts.ts'
import type { ConsoleStudio } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const ITEM_COUNT = fullOrSmall(100_000, 5000)
const BATCH = 64
const MAX_TAB_BYTES = 200 * 1024 * 1024
/** The ordinary run shares the cores with four other files. */
const MAX_USABLE_MS = fullOrSmall(1000, 10_000)
/** A fast reader: six rows of 40 px in a tenth of a second. */
const STEP_PX = 240
const STEPS = 100

const newItem = (index: number) => ({
  gear_type: 'camera',
  brand: 'Canon',
  model: `EOS R${index % 500}`,
  asset_tag: `RH-${String(index).padStart(6, '0')}`,
  storage_location: `A-${index % 40}`,
  replacement_value: 100 + (index % 5000),
})

async function fill({ server, apiKey }: ConsoleStudio): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const create = async (index: number): Promise<void> => {
    const answer = await fetch(`${server.url}/api/v1/gear`, { method: 'POST', headers, body: JSON.stringify(newItem(index)) })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(text)
  }
  for (let first = 0; first < ITEM_COUNT; first += BATCH)
    await Promise.all(Array.from({ length: Math.min(BATCH, ITEM_COUNT - first) }, (_value, index) => create(first + index)))
}

const suite = useConsole(fill, { timeoutMs: 600_000 })

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

/** @returns memory of the largest process of a tab, with its share of what processes have in common (PSS); undefined where there is no /proc */
async function readTabBytes(): Promise<number | undefined> {
  const session = await suite.browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const files = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => `/proc/${id}/smaps_rollup`)
  const sizes = files.filter(existsSync).map((file) => Number(/^Pss: +(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]) * 1024)
  return sizes.length > 0 ? Math.max(...sizes) : undefined
}

const toMb = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

it(`the inventory is usable at once and scrolls without blank rows at ${ITEM_COUNT} items`, async () => {
  const opened = await suite.visit()
  const { page, faults } = opened
  await page.evaluate(OBSERVE)
  const clickedMs = performance.now()
  await page.getByRole('navigation').getByRole('link', { name: 'Inventory' }).first().click()
  await page.getByRole('row').nth(1).getByRole('link').waitFor()
  const usableMs = performance.now() - clickedMs
  const rows = await page.evaluate<{ shown: number; blank: number }>(SCROLL)
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await page.evaluate(`scrollTo(0, document.body.scrollHeight * ${share})`)
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  }
  const [heapBytes, seen] = [await readHeapBytes(page), await page.evaluate<{ lcpMs: number; inpMs: number }>('seen')]
  const tabBytes = await readTabBytes()
  console.log(
    `${ITEM_COUNT} items: usable ${Math.round(usableMs)} ms after the click, LCP ${Math.round(seen.lcpMs)} ms, INP ${Math.round(seen.inpMs)} ms, ` +
      `${rows.blank} of ${rows.shown} rows blank, heap ${toMb(heapBytes)}, tab ${tabBytes === undefined ? 'not measured: no /proc' : toMb(tabBytes)}, load average ${loadavg()[0]?.toFixed(1)}`,
  )
  expect(rows.shown).toBeGreaterThan(STEPS)
  expect(rows.blank).toBe(0)
  expect(tabBytes ?? heapBytes).toBeLessThan(MAX_TAB_BYTES)
  expect(usableMs).toBeLessThan(MAX_USABLE_MS)
  expect(faults).toEqual([])
  await opened.close()
})
