import type { Page, Request } from 'playwright-core'
import { until } from '../../support/wait.ts'

/**
 * How often in a row a page must have nothing to do: an answer may be followed by another request only after it is
 * drawn.
 */
const QUIET_TIMES = 5

/** Code for the page: resolves when its main thread has had nothing to do twice. */
const BECOME_IDLE = 'new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))).then(() => true)'

/** The request that waits for changes is always under way on a page that is signed in. */
const isWaitForChanges = (request: Request): boolean => new URL(request.url()).pathname === '/console/api/changes'

interface Traffic {
  underWay: Set<Request>
  begun: number
}
const traffic = new WeakMap<Page, Traffic>()

/** Counts the page's requests from now on, for `waitUntilQuiet`. */
export function followRequests(page: Page): void {
  const state: Traffic = { underWay: new Set(), begun: 0 }
  traffic.set(page, state)
  page.on('request', (request) => {
    if (isWaitForChanges(request)) return
    state.underWay.add(request)
    state.begun += 1
  })
  page.on('requestfinished', (request) => void state.underWay.delete(request))
  page.on('requestfailed', (request) => void state.underWay.delete(request))
}

/** Waits until the page asks for nothing and has nothing to do; it must have been followed since it was opened. */
export async function waitUntilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState()
  const state = traffic.get(page)
  if (!state) throw new Error('nobody follows the requests of this page')
  let [begunBefore, quietTimes] = [-1, 0]
  await until('the page asks for nothing more', async () => {
    // A page that navigates meanwhile is not idle.
    const isIdle = await page.evaluate(BECOME_IDLE).catch(() => false)
    quietTimes = isIdle === true && state.underWay.size === 0 && state.begun === begunBefore ? quietTimes + 1 : 0
    begunBefore = state.begun
    return quietTimes >= QUIET_TIMES
  })
}
