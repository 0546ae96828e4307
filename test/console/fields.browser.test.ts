import { expect, it } from 'vitest'
import { choose, findFaultsInLooks, LOOKS } from './support/owner.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()

const createField = async (body: Record<string, unknown>): Promise<void> => {
  const reply = await suite.open.studio.settings.post('/fields', body)
  if (reply.status !== 201) throw new Error(reply.text)
}

const shots = (): string => process.env['KITROOM_SCREENSHOTS'] ?? suite.open.studio.folder.dataDir

it.each(LOOKS)('a choice field is defined, at $width px, $colorScheme', async (looks) => {
  const opened = await suite.visit(looks)
  const { page } = opened
  await page.goto(`${suite.open.server.url}/fields`)
  await page.getByText('No own fields yet').or(page.getByRole('listitem')).first().waitFor()
  await page.screenshot({ path: `${shots()}/fields-empty-${looks.width}.png` })
  await page.getByRole('link', { name: 'New field' }).click()
  const form = page.getByRole('dialog', { name: 'New field' })
  await form.getByRole('textbox', { name: 'Label' }).fill(`Größe ${looks.width}`)
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(`groesse_${looks.width}`)
  await choose(form, 'Kind of value', 'Choice')
  await form.getByRole('textbox', { name: 'Choices' }).fill('S\nM\nL')
  await form.getByRole('checkbox', { name: 'Filterable' }).check()
  await page.screenshot({ path: `${shots()}/fields-new-${looks.width}.png` })
  expect(await findFaultsInLooks(page, 'new field')).toEqual([])
  await form.getByRole('button', { name: 'Create field' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Edit: Größe ${looks.width}` }).waitFor()
  expect(await findFaultsInLooks(page, 'fields')).toEqual([])
  await page.screenshot({ path: `${shots()}/fields-${looks.width}.png` })
  expect(opened.faults).toEqual([])
  await opened.close()
})

it('values of all types are typed, shown, changed and cleared', async () => {
  const { api } = suite.open.studio
  await createField({ name: 'supplier', label: 'Supplier', type: 'text', help: 'Company that sold it', unique: true })
  await createField({ name: 'heft', label: 'Heft', type: 'number', unit: 'kg' })
  await createField({ name: 'slots', label: 'Slots', type: 'integer' })
  await createField({ name: 'seen_on', label: 'Seen on', type: 'date' })
  await createField({ name: 'insured', label: 'Insured', type: 'boolean' })
  await createField({ name: 'lens_only', label: 'Lens only', type: 'text', gear_type: 'lens' })
  await api.createItem({ model: 'Other', fields: { supplier: 'Taken' } })
  const opened = await suite.visit()
  const { page } = opened
  await page.goto(`${suite.open.server.url}/inventory/new`)
  const group = page.getByRole('group', { name: 'Own fields' })
  await group.getByRole('textbox', { name: 'Supplier' }).fill('taken')
  await group.getByText('Company that sold it').waitFor()
  expect(await group.getByRole('textbox', { name: 'Lens only' }).count()).toBe(0)
  await group.getByRole('textbox', { name: 'Heft (kg)' }).fill('1.5')
  await group.getByRole('textbox', { name: 'Slots' }).fill('two')
  await group.getByRole('textbox', { name: 'Seen on' }).fill('3 Mar 2026')
  await choose(group, 'Insured', 'Yes')
  await page.getByRole('textbox', { name: 'Brand' }).fill('Nikon')
  await page.getByRole('textbox', { name: 'Model' }).fill('Z9')
  expect(await findFaultsInLooks(page, 'new item')).toEqual([])
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await group.getByRole('textbox', { name: 'Slots' }).and(page.locator('[aria-invalid="true"]')).waitFor()
  await group.getByRole('textbox', { name: 'Slots' }).fill('2')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await group.getByRole('textbox', { name: 'Supplier' }).and(page.locator('[aria-invalid="true"]')).waitFor()
  await page.getByRole('alert').getByText('Supplier').first().waitFor()
  await group.getByRole('textbox', { name: 'Supplier' }).fill('Teltec')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Nikon Z9' }).waitFor()
  const panel = page.getByRole('region', { name: 'Own fields' })
  for (const text of ['Teltec', '1.5\u00A0kg', '3 Mar 2026', 'Yes'])
    await panel.getByText(text, { exact: true }).waitFor()
  expect(await findFaultsInLooks(page, 'item')).toEqual([])
  await page.screenshot({ path: `${shots()}/item.png`, fullPage: true })

  const id = page.url().split('/').at(-1) ?? ''
  const read = async (): Promise<unknown> => (await api.get(`/gear/${id}`)).item()['fields']
  await page.getByRole('link', { name: 'Edit' }).click()
  await group.getByRole('textbox', { name: 'Supplier' }).fill('Mine')
  await group.getByRole('textbox', { name: 'Heft (kg)' }).fill('')
  await api.patch(`/gear/${id}`, { updates: { fields: { supplier: 'Theirs', slots: 4 } } })
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: /Somebody changed/ })
  await dialog.getByRole('radiogroup', { name: 'Supplier' }).waitFor()
  await dialog.getByRole('radio', { name: 'Theirs: Theirs' }).check()
  await dialog.getByRole('button', { name: 'Save the chosen values' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nikon Z9' }).waitFor()
  expect(await read()).toEqual({ supplier: 'Theirs', slots: 4, seen_on: '2026-03-03', insured: true })
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Heft: 1.5\u00A0kg → –').waitFor()
  await history.getByText('Supplier: Teltec → Theirs').waitFor()
  await page.screenshot({ path: `${shots()}/item-history.png`, fullPage: true })
  await opened.close()
})
