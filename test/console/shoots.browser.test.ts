import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { mainSource } from '../worker/support/studio.ts'
import { findAccessFaults, isWiderThanScreen } from './support/browser.ts'
import { centreOf } from './support/finger.ts'
import { useConsole } from './support/useConsole.ts'

const CALENDARS = 'calendars:\n  - { id: team, name: Team }\n  - { id: service, shows: maintenance }\n'
const suite = useConsole(async ({ studio }) => studio.configure(mainSource + CALENDARS))

const today = Temporal.Now.plainDateISO('UTC')
/** A day of the week that begins after the next one, so that all of it is in one week. */
const dayOf = (weekday: number): string => today.add({ days: 14 - today.dayOfWeek + weekday }).toString()
const WEEK = dayOf(1)

const addShoot = async (fields: Record<string, unknown>): Promise<string> =>
  (
    await suite.open.studio.api.post('/shoots', {
      title: 'Lookbook',
      shoot_date: dayOf(3),
      shoot_time: '10:00',
      ...fields,
    })
  ).item().id
const readShoot = async (id: string): Promise<Record<string, unknown>> =>
  (await suite.open.studio.api.get(`/shoots/${id}`)).item()
const change = (id: string, updates: Record<string, unknown>): Promise<unknown> =>
  suite.open.studio.api.patch(`/shoots/${id}`, { updates })

it.each([{ width: 1280 }, { width: 390 }])(
  'a week is one day beside or below another, and a shoot is moved by menu and by keys, at $width px',
  async ({ width }) => {
    const title = `Portraits ${width}`
    const id = await addShoot({ title })
    const { page, faults, close } = await suite.visit({ width, colorScheme: width === 390 ? 'dark' : 'light' })
    await page.goto(`${suite.open.server.url}/shoots?view=week&week=${WEEK}`)
    const shoot = page.getByRole('link', { name: title })
    await shoot.waitFor()
    expect(await isWiderThanScreen(page)).toBe(false)
    const [monday, tuesday] = await Promise.all(
      [1, 2].map((day) =>
        page
          .locator('.week-day')
          .nth(day - 1)
          .boundingBox(),
      ),
    )
    expect(width > 960 ? monday?.y === tuesday?.y : (tuesday?.y ?? 0) > (monday?.y ?? 0)).toBe(true)
    await page.getByRole('button', { name: `Move or change ${title}` }).click()
    await page.getByRole('menuitem', { name: /A day later/ }).click()
    await expect.poll(() => readShoot(id)).toMatchObject({ shoot_date: dayOf(4) })
    await page.locator(`#shoot-${id}:focus`).waitFor()
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => readShoot(id)).toMatchObject({ shoot_date: dayOf(5) })
    await page.getByRole('button', { name: `Move or change ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Confirmed' }).waitFor()
    // A planned shoot can be confirmed, completed or cancelled: no other status is offered.
    const offered = await page.getByRole('menuitem').allInnerTexts()
    expect(offered.filter((text) => !text.includes('(')).map((text) => text.trim())).toEqual([
      'Confirmed',
      'Completed',
      'Cancelled',
    ])
    expect(await findAccessFaults(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Confirmed' }).click()
    await expect.poll(() => readShoot(id)).toMatchObject({ status: 'confirmed' })
    expect(faults).toEqual([])
    await close()
  },
)

/** Drags with the mouse, and lets go when the day shows that it is the one. */
async function drag(page: Page, shoot: Locator, day: Locator): Promise<void> {
  await day.scrollIntoViewIfNeeded()
  await shoot.hover()
  await page.mouse.down()
  const { x, y } = await centreOf(day)
  await page.mouse.move(x, y, { steps: 5 })
  await page.locator('[data-over="true"]').and(day).waitFor()
  await page.mouse.up()
}

it('a shoot is dragged to another day of the week and of the month', async () => {
  const id = await addShoot({ title: 'Dragged' })
  const { page, faults, close } = await suite.visit()
  await page.goto(`${suite.open.server.url}/shoots?view=week&week=${WEEK}`)
  await drag(page, page.locator('.week-shoot', { hasText: 'Dragged' }), page.locator('.week-day').nth(0))
  await expect.poll(() => readShoot(id)).toMatchObject({ shoot_date: dayOf(1) })
  await page.goto(`${suite.open.server.url}/shoots?month=${WEEK.slice(0, 7)}`)
  await drag(
    page,
    page.getByRole('link', { name: /Dragged/ }),
    page.locator('.month-day', { has: page.getByRole('link', { name: /New shoot/ }) }).nth(8),
  )
  await expect.poll(async () => (await readShoot(id))['shoot_date']).not.toBe(dayOf(1))
  expect(faults).toEqual([])
  await close()
})

it('a change that crosses another one asks which value stays, in the form and when moving', async () => {
  const id = await addShoot({ title: 'Crossed', notes: 'Before' })
  const { page, close } = await suite.visit()
  // The page is not notified of changes, so that it saves and moves what it knows.
  await page.route('**/console/api/changes*', (route) => route.abort())
  await page.goto(`${suite.open.server.url}/shoots?view=week&week=${WEEK}&shoot=${id}`)
  const form = page.getByRole('dialog', { name: 'Shoot' })
  await form.getByRole('textbox', { name: 'Notes' }).fill('Mine')
  await form.getByRole('textbox', { name: 'Client' }).fill('Ada')
  await change(id, { notes: 'Theirs', duration_minutes: 90 })
  await form.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Somebody changed this shoot meanwhile' })
  await conflict.getByRole('radio', { name: 'Theirs: Theirs' }).check()
  expect(await findAccessFaults(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Save the chosen values' }).click()
  await form.waitFor({ state: 'detached' })
  expect(await readShoot(id)).toMatchObject({ notes: 'Theirs', client_name: 'Ada', duration_minutes: 90 })
  await page.getByRole('link', { name: 'Crossed' }).waitFor()
  await change(id, { shoot_date: dayOf(6) })
  await page.getByRole('button', { name: 'Move or change Crossed' }).click()
  await page.getByRole('menuitem', { name: /A day later/ }).click()
  await conflict.getByRole('radio', { name: /^Yours/ }).check()
  await conflict.getByRole('button', { name: 'Save the chosen values' }).click()
  await expect.poll(() => readShoot(id)).toMatchObject({ shoot_date: dayOf(4) })
  await close()
})

it('changes of different fields go together without a question, in the form and when moving', async () => {
  const id = await addShoot({ title: 'Shared', notes: 'Before' })
  const { page, faults, close } = await suite.visit()
  // The page is not notified of changes, so that it saves and moves what it knows.
  await page.route('**/console/api/changes*', (route) => route.abort())
  await page.goto(`${suite.open.server.url}/shoots?view=week&week=${WEEK}&shoot=${id}`)
  const form = page.getByRole('dialog', { name: 'Shoot' })
  await form.getByRole('textbox', { name: 'Client' }).fill('Ada')
  await change(id, { notes: 'Theirs' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  expect(await readShoot(id)).toMatchObject({ notes: 'Theirs', client_name: 'Ada' })
  await change(id, { notes: 'Theirs again' })
  await page.getByRole('button', { name: 'Move or change Shared' }).click()
  await page.getByRole('menuitem', { name: /A day later/ }).click()
  await expect.poll(() => readShoot(id)).toMatchObject({ shoot_date: dayOf(4), notes: 'Theirs again' })
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(faults.filter((fault) => fault.includes('412'))).toHaveLength(2)
  await close()
})

it.each([{ width: 1280 }, { width: 390 }])(
  'the address of a feed is created, shown once, replaced and revoked, at $width px',
  async ({ width }) => {
    const { page, faults, close } = await suite.visit({ width, colorScheme: width === 390 ? 'dark' : 'light' })
    await page.goto(`${suite.open.server.url}/shoots`)
    await page.getByRole('button', { name: 'Calendar feeds' }).click()
    const dialog = page.getByRole('dialog', { name: 'Calendar feeds' })
    const feed = dialog.getByRole('listitem', { name: 'Team' })
    await feed.getByRole('button', { name: 'Create address' }).click()
    const shown = await feed.getByText(/\/calendars\/[\w-]{43}\.ics$/).innerText()
    const { ingress } = await suite.open.studio.worker.waitForLog('ready')
    const fetchFeed = async (address: string): Promise<number> =>
      (await fetch(String(ingress) + new URL(address).pathname)).status
    expect(await fetchFeed(shown)).toBe(200)
    expect(await findAccessFaults(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
    await page.reload()
    await feed.getByRole('button', { name: 'Replace address' }).waitFor()
    expect(await page.content()).not.toContain(shown)
    await feed.getByRole('button', { name: 'Replace address' }).click()
    await feed.getByRole('button', { name: 'Replace it' }).click()
    const replaced = await feed.getByText(/\/calendars\/[\w-]{43}\.ics$/).innerText()
    expect(await fetchFeed(shown)).toBe(404)
    expect(await fetchFeed(replaced)).toBe(200)
    await feed.getByRole('button', { name: 'Revoke address' }).click()
    await feed.getByRole('button', { name: 'Revoke it' }).click()
    await feed.getByText('No address yet').waitFor()
    expect(await fetchFeed(replaced)).toBe(404)
    expect(faults).toEqual([])
    await close()
  },
)
