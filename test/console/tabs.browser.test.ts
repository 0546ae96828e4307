import type { Page, Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole(async () => undefined)

const pathOf = (request: Request): string => new URL(request.url()).pathname

/** Addresses of the page's requests that wait for a change. */
function collectWaiting(page: Page): string[] {
  const waiting: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/console/api/changes?wait_s=20')) waiting.push(request.url())
  })
  return waiting
}

/** A change is told by the request that waits at that moment, or by the next one. */
const MAX_ANSWERS = 2

/** Answers about changes to any tab, and reads of the list by each of them, in the order in which they happen. */
function collectTraffic(tabs: readonly Page[]): string[] {
  const seen: string[] = []
  for (const [index, tab] of tabs.entries()) {
    tab.on('requestfinished', (request) => void (pathOf(request) === '/console/api/changes' && seen.push('answer')))
    tab.on('request', (request) => void (pathOf(request) === '/console/api/v1/shoots' && seen.push(`list ${index}`)))
  }
  return seen
}

const addShoot = (title: string): Promise<unknown> =>
  suite.open.studio.api.post('/shoots', { title, shoot_date: Temporal.Now.plainDateISO('UTC').toString() })

it('tabs of a browser show what others change; one of them asks for all, and another takes its place', async () => {
  const { page, faults, close } = await suite.visit()
  const waitingOfFirst = collectWaiting(page)
  const address = `${suite.open.server.url}/shoots?view=list`
  await page.goto(address)
  await page.getByRole('heading', { name: 'Shoots' }).waitFor()
  await expect.poll(() => waitingOfFirst.length).toBeGreaterThan(0)
  const second = await page.context().newPage()
  const waitingOfSecond = collectWaiting(second)
  await second.goto(address)
  await second.getByRole('heading', { name: 'Shoots' }).waitFor()
  const seen = collectTraffic([page, second])
  for (const title of ['First', 'Next']) {
    seen.length = 0
    await addShoot(title)
    seen.push('added')
    await Promise.all([page, second].map((tab) => tab.getByRole('link', { name: title }).waitFor()))
    for (const list of ['list 0', 'list 1']) {
      expect(seen).toContain(list)
      const between = seen.slice(seen.indexOf('added'), Math.max(seen.indexOf('added'), seen.indexOf(list)))
      expect(between.filter((one) => one === 'answer').length, `before ${list}`).toBeLessThanOrEqual(MAX_ANSWERS)
    }
  }
  expect(waitingOfSecond).toHaveLength(0)
  expect(waitingOfFirst.length).toBeGreaterThanOrEqual(2)
  await page.close()
  await expect.poll(() => waitingOfSecond.length).toBeGreaterThan(0)
  await addShoot('Last')
  await second.getByRole('link', { name: 'Last' }).waitFor()
  expect(faults).toEqual([])
  await close()
})
