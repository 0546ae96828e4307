import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole(async () => undefined)

/** Addresses of the page's requests that wait for a change. */
function collectWaiting(page: Page): string[] {
  const waiting: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/console/api/changes?wait_s=20')) waiting.push(request.url())
  })
  return waiting
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
  for (const title of ['First', 'Next']) {
    await addShoot(title)
    const startMs = performance.now()
    await Promise.all([page, second].map((tab) => tab.getByRole('link', { name: title }).waitFor()))
    // A look a second, a pause of three, and the machine.
    expect(performance.now() - startMs).toBeLessThan(10_000)
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
