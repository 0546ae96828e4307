import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { visit, type Visit } from './support/browser.ts'
import { choose, findFaultsInLooks, HOSTILE, LONG, LOOKS, RIGHT_TO_LEFT, unexpectedFaults } from './support/owner.ts'
import { waitUntilQuiet } from './support/quiet.ts'
import { signIn, visitSignedIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()

const goTo = async (page: Page, path: string): Promise<void> => {
  await page.goto(suite.open.server.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const visitAs = async (scopes: readonly string[]): Promise<Visit> => {
  const { key } = (
    await suite.open.studio.settings.post('/keys', { name: scopes.join(' '), kind: 'owner', scopes })
  ).item()
  const opened = await visit(suite.browser, suite.open.server.url)
  await signIn(opened.page, suite.open.apiKey, String(key))
  await opened.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  return opened
}
describe('subscription and profile', () => {
  it.each(LOOKS)(
    'the subscription is changed, and both values of a conflict are shown, at $width px, $colorScheme',
    async (looks) => {
      await suite.open.studio.settings.patch('/subscription', { updates: { tier: 'studio', status: 'active' } })
      const opened = await visitSignedIn(suite.browser, suite.open, looks)
      const { page } = opened
      await goTo(page, '/subscription')
      const main = page.getByRole('main')
      await choose(main, 'Tier', 'Free')
      await main.getByText(/Maintenance can be read, not changed/).waitFor()
      await main.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      expect((await suite.open.studio.settings.get('/subscription')).item()).toMatchObject({
        tier: 'free',
        status: 'active',
      })
      await choose(main, 'Tier', 'Studio')
      await suite.open.studio.settings.patch('/subscription', { updates: { tier: 'pro' } })
      await main.getByRole('button', { name: 'Save' }).click()
      const conflict = page.getByRole('dialog', { name: 'Somebody changed this meanwhile' })
      await conflict.getByRole('radio', { name: 'Theirs: Pro' }).waitFor()
      await conflict.getByRole('radio', { name: 'Yours: Studio' }).check()
      await conflict.getByRole('button', { name: 'Save the chosen values' }).click()
      await conflict.waitFor({ state: 'detached' })
      await expect
        .poll(async () => (await suite.open.studio.settings.get('/subscription')).item()['tier'])
        .toBe('studio')
      expect(unexpectedFaults(opened, 412)).toEqual([])
      await opened.close()
    },
  )

  it.each(LOOKS)(
    'the profile is changed, with faults beside their fields, at $width px, $colorScheme',
    async (looks) => {
      await suite.open.studio.settings.patch('/profile', { updates: { profile: { city: null, currency: 'EUR' } } })
      const opened = await visitSignedIn(suite.browser, suite.open, looks)
      const { page } = opened
      await goTo(page, '/profile')
      const main = page.getByRole('main')
      await main.getByLabel('City').fill(`Leipzig ${looks.width}`)
      await main.getByRole('combobox', { name: 'Currency', exact: true }).fill('EURO')
      await main.getByLabel('Tax rate (%)').fill('a fifth')
      await main.getByRole('button', { name: 'Save' }).click()
      await expect.poll(() => main.locator('[aria-invalid="true"]').count()).toBe(2)
      await main.getByText('must be a currency code of ISO 4217, such as EUR').first().waitFor()
      await main.getByRole('combobox', { name: 'Currency', exact: true }).fill('CHF')
      await main.getByLabel('Tax rate (%)').fill('19')
      await suite.open.studio.settings.patch('/profile', { updates: { profile: { city: 'Halle' } } })
      await main.getByRole('button', { name: 'Save' }).click()
      const conflict = page.getByRole('dialog', { name: 'Somebody changed this meanwhile' })
      await conflict.getByRole('radio', { name: `Yours: Leipzig ${looks.width}` }).waitFor()
      await conflict.getByRole('radio', { name: 'Theirs: Halle' }).check()
      await conflict.getByRole('button', { name: 'Save the chosen values' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      const saved = (await suite.open.studio.settings.get('/profile')).item()
      expect(saved).toMatchObject({
        profile: { city: 'Halle', currency: 'CHF' },
        studioProfile: { default_tax_rate: 19 },
      })
      expect(unexpectedFaults(opened, 412, 422)).toEqual([])
      await opened.close()
    },
  )

  it('owner keys that may only read see values and no buttons', async () => {
    const opened = await visitAs(['audit:read', 'subscription:read', 'profile:read'])
    const { page, faults } = opened
    for (const path of ['/subscription', '/profile']) {
      await goTo(page, path)
      await page.locator('main dl').first().waitFor()
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
      expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
    }
    await goTo(page, '/audit')
    await page.getByRole('textbox', { name: 'Id of the key' }).waitFor()
    expect(faults).toEqual([])
    await opened.close()
  })
})

it('the pages are accessible in all looks, and show hostile texts whole, as text', async () => {
  const text = `${HOSTILE} ${RIGHT_TO_LEFT}`
  const studioProfile = { business_name: LONG, default_payment_terms: text }
  await suite.open.studio.settings.patch('/profile', {
    updates: { profile: { full_name: text, city: LONG }, studioProfile },
  })
  const { key, id } = (
    await suite.open.studio.settings.post('/keys', {
      name: `${HOSTILE}${LONG}`.slice(0, 200),
      kind: 'api',
      scopes: ['gear:write'],
    })
  ).item()
  const headers = { 'user-agent': `${HOSTILE} ${LONG}`, 'x-request-id': `${HOSTILE}${'W'.repeat(60)}` }
  const item = await suite.open.studio.api.createItem()
  await suite.open.studio.api
    .as(String(key))
    .patch(`/gear/${item.id}`, { updates: { notes: `${text} ${LONG}` } }, headers)
  const opened = await visitSignedIn(suite.browser, suite.open)
  const { page, faults } = opened
  await goTo(page, `/audit?key_id=${id}`)
  await page.getByRole('region', { name: 'Requests' }).locator('summary').first().click()
  await page.getByText(LONG, { exact: false }).first().waitFor({ state: 'attached' })
  await waitUntilQuiet(page)
  const found = await findFaultsInLooks(page, 'an audit row')
  for (const path of ['/audit', '/audit?verify=true', '/subscription', '/profile']) {
    await goTo(page, path)
    await waitUntilQuiet(page)
    found.push(...(await findFaultsInLooks(page, path)))
  }
  expect(found).toEqual([])
  expect(faults).toEqual([])
  await opened.close()
})
