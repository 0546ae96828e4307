import { describe, expect, it } from 'vitest'
import { visit } from './support/browser.ts'
import { signIn, visitSignedIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()

const addItem = async (fields: Record<string, unknown>): Promise<Record<string, unknown>> =>
  (
    await suite.open.studio.api.post('/gear', { gear_type: 'camera', brand: 'Canon', model: 'EOS R5', ...fields })
  ).item()

describe('signing in', () => {
  it('shows the API’s sentence for a wrong key, and the reason after a key was revoked', async () => {
    const opened = await visit(suite.browser, suite.open.server.url)
    const { page } = opened
    await signIn(page, 'sk_studio_wrong')
    await page.getByRole('alert').waitFor()
    const created = (
      await suite.open.studio.settings.post('/keys', { name: 'Assistant', kind: 'api', scopes: ['gear:read'] })
    ).item()
    await signIn(page, String(created['key']))
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await suite.open.studio.settings.delete(`/keys/${created['id']}`)
    await page.getByText(/API key was revoked/).waitFor()
    expect(await page.getByRole('textbox', { name: 'API key' }).count()).toBe(1)
    await opened.close()
  })

  it('shows only what the keys may do', async () => {
    const created = (
      await suite.open.studio.settings.post('/keys', { name: 'Reader', kind: 'api', scopes: ['gear:read'] })
    ).item()
    const opened = await visit(suite.browser, suite.open.server.url)
    const { page, faults } = opened
    await signIn(page, String(created['key']))
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    const names = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts()
    expect([...new Set(names.map((name) => name.trim()))].filter((name) => name !== '')).toEqual(['Today', 'Inventory'])
    await page.getByRole('link', { name: 'Inventory' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor()
    expect(await page.getByRole('link', { name: 'Add an item' }).count()).toBe(0)
    expect(faults).toEqual([])
    await opened.close()
  })
})

describe('an item', () => {
  it('is edited, and a change that crosses another asks which value stays', async () => {
    const { id } = await addItem({ model: 'EOS R3' })
    const opened = await visitSignedIn(suite.browser, suite.open)
    const { page } = opened
    await page.goto(`${suite.open.server.url}/inventory/${String(id)}?edit=true`)
    await page.getByRole('textbox', { name: 'Location' }).fill('Shelf A')
    await page.getByRole('textbox', { name: 'Notes' }).fill('Mine')
    await suite.open.studio.api.patch(`/gear/${String(id)}`, {
      updates: { storage_location: 'Shelf B', weight_g: 700 },
    })
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: /Somebody changed/ })
    await dialog.getByRole('radio', { name: 'Theirs: Shelf B' }).check()
    await dialog.getByRole('button', { name: 'Save the chosen values' }).click()
    await page.getByRole('heading', { level: 1, name: 'Canon EOS R3' }).waitFor()
    const read = async (): Promise<unknown> => (await suite.open.studio.api.get(`/gear/${String(id)}`)).item()
    await expect.poll(read).toMatchObject({ storage_location: 'Shelf B', weight_g: 700, notes: 'Mine' })
    await opened.close()
  })

  it('takes prices and days as German pages print them, and refuses other forms with their readings', async () => {
    const { id } = await addItem({ model: 'EOS R6', purchase_price: 12.5, purchase_date: '2026-03-04' })
    const read = async (): Promise<unknown> => (await suite.open.studio.api.get(`/gear/${String(id)}`)).item()
    const opened = await visitSignedIn(suite.browser, suite.open)
    const { page } = opened
    await page.evaluate(`localStorage.setItem('kitroom.language', 'de')`)
    await page.goto(`${suite.open.server.url}/inventory/${String(id)}?edit=true`)
    const price = page.getByRole('textbox', { name: 'Kaufpreis' })
    const bought = page.getByRole('textbox', { name: 'Gekauft am' })
    await expect.poll(() => price.inputValue()).toBe('12,5')
    expect(await bought.inputValue()).toBe('4. März 2026')
    await price.fill('5,990.00')
    await bought.fill('03/04/2026')
    await page.getByText('Ist 5990 gemeint').waitFor()
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.getByText('Das kann 3. Apr. 2026 oder 4. März 2026 heißen').waitFor()
    await expect.poll(read).toMatchObject({ purchase_price: 12.5, purchase_date: '2026-03-04' })
    await price.fill('5.990')
    await bought.fill('3.4.2026')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect.poll(read).toMatchObject({ purchase_price: 5990, purchase_date: '2026-04-03' })
    await page
      .getByText(/^5\.990,00\s/)
      .first()
      .waitFor()
    await opened.close()
  })

  it('shows faults beside their fields', async () => {
    const opened = await visitSignedIn(suite.browser, suite.open)
    const { page } = opened
    await page.goto(`${suite.open.server.url}/inventory/new`)
    await page.getByRole('textbox', { name: 'Brand' }).fill('Nikon')
    await page.getByRole('textbox', { name: 'Weight' }).fill('heavy')
    // The message appears after a pause and moves the button: a click in that moment would miss it.
    await page.getByRole('textbox', { name: 'Weight' }).and(page.locator('[aria-invalid="true"]')).waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Model' }).getAttribute('aria-invalid')).toBe('true')
    await opened.close()
  })
})
