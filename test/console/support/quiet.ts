import type { Page, Request } from 'playwright-core'

const QUIET_MS = 500
const MAX_MS = 60_000
const POLL_MS = 50

/** The request that waits for changes is always under way on a page that is signed in. */
const isWaitForChanges = (request: Request): boolean => new URL(request.url()).pathname === '/console/api/changes'

interface Traffic {
  underWay: Set<Request>
  endedAtMs: number
}
const traffic = new WeakMap<Page, Traffic>()

/** Counts the page's requests from now on, for `waitUntilQuiet`. */
export function followRequests(page: Page): void {
  const state: Traffic = { underWay: new Set(), endedAtMs: performance.now() }
  traffic.set(page, state)
  const end = (request: Request): void => {
    if (state.underWay.delete(request)) state.endedAtMs = performance.now()
  }
  page.on('request', (request) => void (isWaitForChanges(request) || state.underWay.add(request)))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/** Waits until the page has asked for nothing for half a second; it must have been followed since it was opened. */
export async function waitUntilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState()
  const state = traffic.get(page)
  if (!state) throw new Error('nobody follows the requests of this page')
  const startMs = performance.now()
  while (state.underWay.size > 0 || performance.now() - Math.max(state.endedAtMs, startMs) < QUIET_MS) {
    if (performance.now() - startMs > MAX_MS) throw new Error(`still under way: ${[...state.underWay].map((request) => request.url()).join(', ')}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
