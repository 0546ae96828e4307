import { expect, it } from 'vitest'
import { visit } from './support/browser.ts'
import { choose, findFaultsInLooks, LOOKS, unexpectedFaults } from './support/owner.ts'
import { signIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()

const addCategory = async (name: string, label: string): Promise<void> => {
  const reply = await suite.open.studio.settings.post('/categories', { name, label })
  if (reply.status !== 201) throw new Error(reply.text)
}

it.each(LOOKS)('a category is added, at $width px, $colorScheme', async (looks) => {
  const opened = await suite.visit(looks)
  const { page } = opened
  await page.goto(`${suite.open.server.url}/fields`)
  await page.getByRole('link', { name: 'New category' }).click()
  const form = page.getByRole('dialog', { name: 'New category' })
  await form.getByRole('textbox', { name: 'Label' }).fill(`Größe ${looks.width}`)
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(`groesse_${looks.width}`)
  expect(await findFaultsInLooks(page, 'new category')).toEqual([])
  await form.getByRole('button', { name: 'Add category' }).click()
  await form.waitFor({ state: 'detached' })
  const panel = page.getByRole('region', { name: 'Categories of accessories' })
  await panel.getByRole('button', { name: `Edit: Größe ${looks.width}` }).waitFor()
  expect(await findFaultsInLooks(page, 'categories')).toEqual([])
  expect(opened.faults).toEqual([])
  await opened.close()
})

it('an accessory gets a category of the account, which the list is filtered by, until it is renamed and deleted', async () => {
  const { api } = suite.open.studio
  await addCategory('mixer', '=Mixer <b>')
  await api.createItem({ gear_type: 'accessory', model: 'Other', category: 'audio' })
  const opened = await suite.visit()
  const { page } = opened
  const go = (path: string) => page.goto(`${suite.open.server.url}${path}`)
  await go('/inventory/new')
  await page.getByText('Accessory', { exact: true }).click()
  await choose(page, 'Category', '=Mixer <b>')
  await page.getByRole('textbox', { name: 'Brand' }).fill('Yamaha')
  await page.getByRole('textbox', { name: 'Model' }).fill('MG12')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Yamaha MG12' }).waitFor()
  await page.getByText('=Mixer <b>', { exact: true }).waitFor()
  const id = page.url().split('/').at(-1) ?? ''
  expect((await api.get(`/gear/${id}`)).item()['category']).toBe('mixer')

  await page.getByRole('link', { name: 'Edit' }).click()
  await choose(page, 'Category', 'Monitor')
  await page.getByRole('button', { name: 'Save' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Category: =Mixer <b> → Monitor').waitFor()
  await api.patch(`/gear/${id}`, { updates: { category: 'mixer' } })

  await go('/inventory')
  await choose(page.getByRole('search'), 'Category', '=Mixer <b>')
  await page.getByText('1 item', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Yamaha MG12' }).waitFor()
  expect(new URL(page.url()).searchParams.get('category')).toBe('mixer')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Category' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('row').filter({ hasText: 'MG12' }).getByText('=Mixer <b>', { exact: true }).waitFor()

  await go('/fields')
  const panel = page.getByRole('region', { name: 'Categories of accessories' })
  await panel.getByRole('button', { name: 'Edit: =Mixer <b>' }).click()
  const form = page.getByRole('dialog', { name: 'Edit the category' })
  await form.getByRole('textbox', { name: 'Label' }).fill('Desk')
  await form.getByRole('button', { name: 'Save' }).click()
  await panel.getByRole('button', { name: 'Delete: Desk' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete this category?' })
  await asked.getByText('One accessory has it. Give it another one first.').waitFor()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await asked.getByText('One accessory has the category mixer. Give it another one first.').waitFor()
  expect(await findFaultsInLooks(page, 'refused')).toEqual([])
  await api.patch(`/gear/${id}`, { updates: { category: null } })
  await asked.getByRole('button', { name: 'Delete' }).click()
  await asked.waitFor({ state: 'detached' })
  await panel.getByRole('listitem').filter({ hasText: 'Desk' }).waitFor({ state: 'detached' })
  expect(unexpectedFaults(opened, 409)).toEqual([])
  await opened.close()
})

it('a refusal is said in German, and a name that is taken beside its field', async () => {
  await addCategory('speaker', 'Box')
  const opened = await suite.visit()
  const { page } = opened
  await page.evaluate(`localStorage.setItem('kitroom.language', 'de')`)
  await page.goto(`${suite.open.server.url}/fields?addCategory=true`)
  const form = page.getByRole('dialog', { name: 'Neue Kategorie' })
  await form.getByRole('textbox', { name: 'Bezeichnung' }).fill('Speaker')
  await form.getByRole('button', { name: 'Kategorie anlegen' }).click()
  await form.getByText('Es gibt schon eine Kategorie speaker. Wählen Sie einen anderen Namen.').waitFor()
  await form.getByRole('textbox', { name: 'Name' }).fill('tripod')
  await form.getByRole('button', { name: 'Kategorie anlegen' }).click()
  await form.getByText('Diesen Namen verwendet Kitroom selbst.').first().waitFor()
  expect(await findFaultsInLooks(page, 'refused in German')).toEqual([])
  expect(unexpectedFaults(opened, 409, 422)).toEqual([])
  await opened.close()
})

it('a key that may only read sees no buttons', async () => {
  const { key } = (
    await suite.open.studio.settings.post('/keys', { name: 'Reader', kind: 'owner', scopes: ['fields:read'] })
  ).item()
  await addCategory('only_read', 'Only read')
  const opened = await visit(suite.browser, suite.open.server.url)
  const { page, faults } = opened
  await signIn(page, suite.open.apiKey, String(key))
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.goto(`${suite.open.server.url}/fields?addCategory=true`)
  await page.getByRole('listitem').filter({ hasText: 'Only read' }).waitFor()
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(faults).toEqual([])
  await opened.close()
})
