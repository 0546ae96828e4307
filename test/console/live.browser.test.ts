import type { Page, Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { startRun } from '../../contract/control/control.ts'
import { csv, cameras } from '../worker/support/sheets.ts'
import { waitUntilQuiet } from './support/quiet.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()
const today = Temporal.Now.plainDateISO('UTC')
/** A person who touched the page last so long ago is no longer active at it. */
const IDLE_MS = 5_500
/** Several times as long as a page waits before it asks again. */
const POLLS_MS = 60_000

const addShoot = async (title: string): Promise<string> =>
  (await suite.open.studio.api.post('/shoots', { title, shoot_date: today.add({ days: 1 }).toString() })).item().id

function watchReads(page: Page): Request[] {
  const reads: Request[] = []
  page.on(
    'request',
    (request) => void (request.url().includes('/console/api/') && request.method() === 'GET' && reads.push(request)),
  )
  return reads
}
const isBackground = (request: Request): boolean => request.headers()['x-kitroom-background'] === '1'
const setVisibility = (page: Page, state: 'hidden' | 'visible'): Promise<unknown> =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)
const pathOf = (request: Request): string => new URL(request.url()).pathname.replace('/console/api', '')

it('Today and lists show what another person changes, without a touch', async () => {
  const { page, faults, close } = await suite.visit()
  await page.getByText('No shoot in the next 7 days.').waitFor()
  await addShoot('Of a colleague')
  await page.getByRole('link', { name: /Of a colleague/ }).waitFor()
  await page.goto(`${suite.open.server.url}/inventory`)
  await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor()
  await suite.open.studio.api.post('/gear', { gear_type: 'camera', brand: 'Leica', model: 'Q3' })
  await page.getByText('Leica').first().waitFor()
  expect(faults).toEqual([])
  await close()
})

it('a plan that begins to wait appears on Today, and the page of the run follows it', async () => {
  const { studio } = suite.open
  studio.writeSheet('sheet.csv', csv(cameras(2)))
  const { page, close } = await suite.visit()
  await page.clock.install()
  await page.goto(suite.open.server.url)
  await page.getByText('No plan waits, and nothing failed.').waitFor()
  await studio.sync.client.call(startRun, { body: { source: 'main', decide: 'wait' } })
  const line = page.getByRole('link', { name: /The plan of main waits for a decision/ })
  await line.waitFor()
  await line.click()
  await page.getByText('Approving adds 2 items.').waitFor()
  await page.clock.fastForward(IDLE_MS)
  const reads = watchReads(page)
  await expect.poll(() => reads.filter((request) => /\/runs\/[\w-]+$/.test(pathOf(request))).length).toBeGreaterThan(1)
  expect(reads.filter((request) => !isBackground(request)).map(pathOf)).toEqual([])
  await close()
})

it('what a page reads on its own is no use of the session, and a hidden tab reads nothing', async () => {
  const { page, close } = await suite.visit()
  await page.clock.install()
  await page.goto(`${suite.open.server.url}/shoots`)
  await page.getByRole('heading', { level: 1, name: 'Shoots' }).waitFor()
  await page.clock.fastForward(IDLE_MS)
  const reads = watchReads(page)
  await addShoot('Somebody else’s')
  await page.getByRole('link', { name: /Somebody else’s/ }).waitFor()
  expect(reads.map(pathOf)).toContain('/v1/shoots')
  // The request that told of the change began before; the next one begins at any moment.
  await expect.poll(() => reads.map(pathOf)).toContain('/changes')
  expect(reads.filter((request) => !isBackground(request)).map(pathOf)).toEqual([])
  reads.length = 0
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect
    .poll(() => reads.some((request) => pathOf(request) === '/v1/shoots' && !isBackground(request)))
    .toBe(true)
  await waitUntilQuiet(page)
  await setVisibility(page, 'hidden')
  reads.length = 0
  await page.clock.runFor(POLLS_MS)
  expect(reads.map(pathOf)).toEqual([])
  await setVisibility(page, 'visible')
  await expect.poll(() => reads.map(pathOf)).toContain('/changes')
  await close()
})

it('a moment is relative, with the exact time on hover', async () => {
  const { page, close } = await suite.visit()
  await page.goto(`${suite.open.server.url}/figures`)
  const moment = page.getByRole('banner').getByRole('time').or(page.locator('header time'))
  await moment.waitFor()
  expect(await moment.innerText()).toMatch(/ago|now/)
  expect(await moment.getAttribute('title')).toMatch(/\d{4}, \d{2}:\d{2}/)
  await close()
})

it('a page that stays open shows the next day after midnight', async () => {
  const { page, close } = await suite.visit()
  await page.clock.install({ time: new Date('2027-03-28T23:59:50Z') })
  await page.goto(suite.open.server.url)
  await page.getByText('Sun 28 Mar', { exact: true }).waitFor()
  await page.clock.runFor(60_000)
  await page.getByText('Mon 29 Mar', { exact: true }).waitFor()
  expect(await page.getByText('Sun 28 Mar', { exact: true }).count()).toBe(0)
  await close()
})
