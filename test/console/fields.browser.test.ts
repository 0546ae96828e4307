import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { visit } from './support/browser.ts'
import { choose, findFaultsInLooks, LOOKS, unexpectedFaults } from './support/owner.ts'
import { signIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()

const createField = async (body: Record<string, unknown>): Promise<void> => {
  const reply = await suite.open.studio.settings.post('/fields', body)
  if (reply.status !== 201) throw new Error(reply.text)
}

it.each(LOOKS)('a choice field is defined, at $width px, $colorScheme', async (looks) => {
  const opened = await suite.visit(looks)
  const { page } = opened
  await page.goto(`${suite.open.server.url}/fields`)
  await page.getByText('No own fields yet').or(page.getByRole('listitem')).first().waitFor()
  await page.getByRole('link', { name: 'New field' }).click()
  const form = page.getByRole('dialog', { name: 'New field' })
  await form.getByRole('textbox', { name: 'Label' }).fill(`Größe ${looks.width}`)
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(`groesse_${looks.width}`)
  await choose(form, 'Kind of value', 'Choice')
  await form.getByRole('textbox', { name: 'Choices' }).fill('S\nM\nL')
  await form.getByRole('checkbox', { name: 'Filterable' }).check()
  expect(await findFaultsInLooks(page, 'new field')).toEqual([])
  await form.getByRole('button', { name: 'Create field' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Edit: Größe ${looks.width}` }).waitFor()
  expect(await findFaultsInLooks(page, 'fields')).toEqual([])
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
  await opened.close()
})

it('a field is defined, and its values are a column, a filter, an order and in the CSV, until it is deleted', async () => {
  const { api } = suite.open.studio
  const opened = await suite.visit()
  const { page, faults } = opened
  await page.goto(`${suite.open.server.url}/fields?add=true`)
  const form = page.getByRole('dialog', { name: 'New field' })
  await form.getByRole('textbox', { name: 'Label' }).fill('=Grade')
  await choose(form, 'Kind of value', 'Choice')
  await form.getByRole('textbox', { name: 'Choices' }).fill('10\n9\nA, B')
  await form.getByRole('checkbox', { name: 'Filterable' }).check()
  await form.getByRole('button', { name: 'Create field' }).click()
  await form.waitFor({ state: 'detached' })
  const [first, second] = [await api.createItem({ model: 'G1' }), await api.createItem({ model: 'G2' })]
  for (const [{ id }, choice] of [
    [first, 'A, B'],
    [second, '10'],
  ] as const) {
    await page.goto(`${suite.open.server.url}/inventory/${id}?edit=true`)
    await choose(page, '=Grade', choice)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: 'Own fields' }).getByText(choice).waitFor()
  }

  await page.getByRole('link', { name: 'Inventory' }).first().click()
  await page.getByRole('button', { name: 'Columns' }).click()
  expect(await page.getByRole('columnheader', { name: '=Grade' }).count()).toBe(0)
  await page.getByRole('checkbox', { name: '=Grade' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('row').filter({ hasText: 'G1' }).getByText('A, B', { exact: true }).waitFor()
  await page.getByRole('columnheader', { name: '=Grade' }).getByRole('button').click()
  await page.getByRole('row').nth(1).getByText('10', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('sort')).toBe('field.grade')
  await choose(page.getByRole('search'), '=Grade', 'A, B')
  await page.getByText('1 item', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('field.grade')).toBe('A, B')
  await page.reload()
  await page.getByText('1 item', { exact: true }).waitFor()
  expect(await findFaultsInLooks(page, 'list')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 860 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  const rows = parse<Record<string, string>>(readFileSync(await download.path(), 'utf8'), { bom: true, columns: true })
  expect(rows).toMatchObject([{ model: 'G1', "'=Grade": 'A, B' }])
  expect(Object.keys(rows[0] ?? {})).not.toContain('fields')

  await page.goto(`${suite.open.server.url}/fields`)
  await page.getByRole('button', { name: 'Delete: =Grade' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete this field?' })
  await asked.getByText('2 items lose their value.').waitFor()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('listitem').filter({ hasText: '=Grade' }).waitFor({ state: 'detached' })
  expect((await api.get(`/gear/${first.id}`)).item()['fields']).toBeUndefined()
  await page.getByRole('link', { name: 'Inventory' }).first().click()
  await page.getByRole('table').waitFor()
  expect(await page.getByRole('columnheader', { name: '=Grade' }).count()).toBe(0)
  expect(faults).toEqual([])
  await opened.close()
})

it('lists are filtered by texts, numbers, days and yes or no, on a phone too', async () => {
  const { api } = suite.open.studio
  const marks = { filterable: true }
  await createField({ name: 'dealer', label: 'Dealer', type: 'text', ...marks })
  await createField({ name: 'load', label: 'Load', type: 'number', unit: 'kg', ...marks })
  await createField({ name: 'tested_on', label: 'Tested on', type: 'date', ...marks })
  await createField({ name: 'sold', label: 'Sold', type: 'boolean', ...marks })
  await api.createItem({ model: 'F1', fields: { dealer: 'Teltec', load: 1.5, tested_on: '2026-03-03', sold: true } })
  await api.createItem({ model: 'F2', fields: { dealer: 'Other', load: 2, tested_on: '2026-03-04', sold: false } })
  const opened = await suite.visit({ width: 390 })
  const { page, faults } = opened
  await page.goto(`${suite.open.server.url}/inventory`)
  const filters = page.getByRole('search')
  // The router quotes a text that is a number or boolean in JSON.
  const parameter = (name: string): string | undefined =>
    new URL(page.url()).searchParams.get(`field.${name}`)?.replaceAll('"', '')
  const expectOnly = async (): Promise<void> => {
    await page.getByText('1 item', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Canon F1' }).waitFor()
  }
  await filters.getByLabel('Dealer').fill('teltec')
  await filters.getByLabel('Dealer').press('Enter')
  await expectOnly()
  await filters.getByLabel('Load (kg)').fill('1.5')
  await filters.getByLabel('Tested on').first().fill('3 Mar 2026')
  await choose(filters, 'Sold', 'Sold: Yes')
  await expect
    .poll(() => ['dealer', 'load', 'tested_on', 'sold'].map(parameter))
    .toEqual(['teltec', '1.5', '2026-03-03', 'true'])
  await expectOnly()
  await page.reload()
  await expectOnly()
  expect(await filters.getByLabel('Tested on').first().inputValue()).toBe('3 Mar 2026')
  expect(await filters.getByLabel('Load (kg)').inputValue()).toBe('1.5')
  expect(await findFaultsInLooks(page, 'filters')).toEqual([])
  await filters.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: 'Canon F2' }).waitFor()
  expect(await filters.getByLabel('Dealer').inputValue()).toBe('')
  expect(await filters.getByLabel('Load (kg)').inputValue()).toBe('')
  await choose(filters, 'Order', 'Load, descending')
  await expect.poll(() => page.getByRole('row').first().innerText()).toContain('F2')
  expect(faults).toEqual([])
  await opened.close()
})

it('the page says that values are worked on until it is done, and a refusal why, in the language of the reader', async () => {
  const { api } = suite.open.studio
  await createField({ name: 'rank', label: 'Rank', type: 'choice', choices: ['A', 'B'] })
  await api.createItem({ model: 'R1', fields: { rank: 'A' } })
  const opened = await suite.visit()
  const { page } = opened
  await page.evaluate(`localStorage.setItem('kitroom.language', 'de')`)
  let isDone = false
  await page.route('**/console/api/settings/v1/fields', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Record<string, unknown>[] }
    const states = data.map((field) => (field['name'] === 'rank' && !isDone ? { ...field, state: 'filling' } : field))
    await route.fulfill({ response: answer, json: { data: states } })
  })
  await page.goto(`${suite.open.server.url}/fields`)
  const entry = page.getByRole('listitem').filter({ hasText: 'Rank' })
  await entry.getByText('Wird vorbereitet').waitFor()
  await entry.getByText('Die Werte werden gesammelt.').waitFor()
  isDone = true
  await entry.getByText('Aktiv').waitFor()
  await page.unroute('**/console/api/settings/v1/fields')

  await page.getByRole('button', { name: 'Bearbeiten: Rank' }).click()
  const form = page.getByRole('dialog', { name: 'Feld bearbeiten' })
  await form.getByRole('textbox', { name: 'Möglichkeiten' }).fill('B\nC')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await form.getByText('Geräte haben in rank diese Werte, die dann nicht mehr zur Wahl stünden: A.').waitFor()
  expect(await findFaultsInLooks(page, 'edit')).toEqual([])
  await form.getByRole('textbox', { name: 'Möglichkeiten' }).fill('A\nB\nC')
  await form.getByRole('textbox', { name: 'Bezeichnung' }).fill('Rang')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: 'Rang' }).getByText('A · B · C').waitFor()
  expect(unexpectedFaults(opened, 409)).toEqual([])
  await opened.close()
})

it('a key that may only read sees no buttons', async () => {
  const { key } = (
    await suite.open.studio.settings.post('/keys', { name: 'Reader', kind: 'owner', scopes: ['fields:read'] })
  ).item()
  await createField({ name: 'only_read', label: 'Only read', type: 'text' })
  const opened = await visit(suite.browser, suite.open.server.url)
  const { page, faults } = opened
  await signIn(page, suite.open.apiKey, String(key))
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.goto(`${suite.open.server.url}/fields?add=true`)
  await page.getByRole('listitem').filter({ hasText: 'Only read' }).waitFor()
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(faults).toEqual([])
  await opened.close()
})
