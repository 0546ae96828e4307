// Shoots under a finger: a long press drags, a swipe scrolls, a tap opens.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { visit } from './support/browser.ts'
import { centreOf, createFinger } from './support/finger.ts'
import { signIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()

const today = Temporal.Now.plainDateISO('UTC')
/** A day of the week after the next one. */
const dayOf = (weekday: number): string => today.add({ days: 14 - today.dayOfWeek + weekday }).toString()

const addShoot = async (title: string, weekday: number): Promise<string> =>
  (await suite.open.studio.api.post('/shoots', { title, shoot_date: dayOf(weekday), shoot_time: '10:00' })).item().id
const readDay = async (id: string): Promise<unknown> =>
  (await suite.open.studio.api.get(`/shoots/${id}`)).item()['shoot_date']
const scrolledPx = (page: Page): Promise<number> => page.evaluate('window.scrollY')

const WEEK = `/shoots?view=week&week=${dayOf(1)}`
const MONTH = `/shoots?month=${dayOf(1).slice(0, 7)}`

it.each([
  { name: 'week on a phone', width: 390, path: WEEK, days: '.week-day' },
  { name: 'month on a tablet', width: 1024, path: MONTH, days: '.month-day' },
])('a long press drags a shoot to another day of a $name', async ({ width, path, days }) => {
  const id = await addShoot(`Dragged at ${width} px`, 3)
  const { page, faults, close } = await suite.visit({ width, isTouch: true })
  await page.goto(suite.open.server.url + path)
  const shoot = page.locator(`#shoot-${id}`)
  const nextDay = page.locator(days, { has: shoot }).locator('xpath=following-sibling::*[1]')
  await nextDay.scrollIntoViewIfNeeded()
  const finger = await createFinger(page)
  await finger.press(await centreOf(shoot))
  await page.locator('[data-dragged="true"]').waitFor()
  await finger.slide(await centreOf(nextDay))
  await page.locator(`${days}[data-over="true"]`).and(nextDay).waitFor()
  await finger.lift()
  await expect.poll(() => readDay(id)).toBe(dayOf(4))
  // The finger was lifted over a link's place, and opened nothing.
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})

it('a swipe over a shoot scrolls the page, and a tap opens the shoot', async () => {
  const id = await addShoot('Swiped over', 3)
  const { page, faults, close } = await suite.visit({ width: 390, isTouch: true })
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(suite.open.server.url + WEEK)
  const shoot = page.locator(`#shoot-${id}`)
  await shoot.scrollIntoViewIfNeeded()
  const beforePx = await scrolledPx(page)
  const finger = await createFinger(page)
  const from = await centreOf(shoot)
  await finger.press(from)
  await finger.slide({ x: from.x, y: from.y - 200 })
  await finger.lift()
  await expect.poll(() => scrolledPx(page)).toBeGreaterThan(beforePx + 100)
  expect(await page.locator('[data-dragged="true"]').count()).toBe(0)
  expect(await readDay(id)).toBe(dayOf(3))
  await shoot.tap()
  await page.getByRole('dialog', { name: 'Shoot' }).waitFor()
  expect(faults).toEqual([])
  await close()
})

it('a shoot held at the edge of the screen scrolls the week, so that it reaches each day', async () => {
  const id = await addShoot('Far away', 1)
  const { page, faults, close } = await suite.visit({ width: 390, isTouch: true })
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(suite.open.server.url + WEEK)
  const shoot = page.locator(`#shoot-${id}`)
  const sunday = page.locator('.week-day').nth(6)
  await shoot.scrollIntoViewIfNeeded()
  const finger = await createFinger(page)
  await finger.press(await centreOf(shoot))
  await page.locator('[data-dragged="true"]').waitFor()
  await finger.slide({ x: 195, y: 520 })
  await page.locator('.week-day[data-over="true"]').and(sunday).waitFor()
  await finger.lift()
  await expect.poll(() => readDay(id)).toBe(dayOf(7))
  expect(faults).toEqual([])
  await close()
})

it('a key that may only read shoots drags none', async () => {
  const id = await addShoot('Read only', 3)
  const created = (
    await suite.open.studio.settings.post('/keys', { name: 'Reader', kind: 'api', scopes: ['shoots:read'] })
  ).item()
  const { page, faults, close } = await visit(suite.browser, suite.open.server.url)
  await signIn(page, String(created['key']))
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.goto(suite.open.server.url + WEEK)
  await page.locator(`#shoot-${id}`).hover()
  await page.mouse.down()
  const { x, y } = await centreOf(page.locator('.week-day').nth(0))
  await page.mouse.move(x, y, { steps: 5 })
  expect(await page.locator('[data-dragged="true"], [data-over="true"]').count()).toBe(0)
  await page.mouse.up()
  expect(await readDay(id)).toBe(dayOf(3))
  expect(faults).toEqual([])
  await close()
})
