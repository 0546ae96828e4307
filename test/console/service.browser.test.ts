import { expect, it } from 'vitest'
import { runReminders } from '../../contract/control/reminders.ts'
import { mainSource } from '../worker/support/studio.ts'
import { findAccessFaults, isWiderThanScreen, type Visit } from './support/browser.ts'
import { useConsole } from './support/useConsole.ts'

const LEDGER = 'reminders:\n  channels:\n    - { id: log, type: log }\n'
const suite = useConsole(async ({ studio }) => studio.configure(mainSource + LEDGER))
const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

const today = Temporal.Now.plainDateISO('UTC')
const dayIn = (days: number): string => today.add({ days }).toString()

const addItem = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (
    await suite.open.studio.api.post('/gear', { gear_type: 'camera', brand: 'Canon', model: 'EOS R5', ...fields })
  ).item().id
async function addService(service: string, days: number, fields: Record<string, unknown> = {}): Promise<string> {
  const record = {
    item_type: 'camera',
    item_id: await addItem(),
    service_type: service,
    service_date: dayIn(days),
    ...fields,
  }
  return (await suite.open.studio.api.post('/maintenance', record)).item().id
}
const readService = async (id: string): Promise<Record<string, unknown>> =>
  (await suite.open.studio.api.get(`/maintenance/${id}`)).item()
const open = (page: Visit['page'], path: string): Promise<unknown> => page.goto(suite.open.server.url + path)

async function expectNoFaults({ page, faults }: Visit): Promise<void> {
  expect(await findAccessFaults(page)).toEqual([])
  expect(await isWiderThanScreen(page)).toBe(false)
  expect(faults).toEqual([])
}

it.each(looks)('a service is completed in one step with cost and notes, at $width px', async (look) => {
  const service = `Sensor cleaning ${look.width}`
  const id = await addService(service, 3)
  const visit = await suite.visit(look)
  const { page } = visit
  await open(page, '/maintenance')
  await page.getByRole('article', { name: service }).getByRole('button', { name: 'Complete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete the service' })
  await dialog.getByRole('textbox', { name: /Cost/ }).fill('120.50')
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Two spots left')
  await dialog.getByRole('textbox', { name: 'Provider' }).fill('Camera Service')
  await expectNoFaults(visit)
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByRole('region', { name: 'Completed lately' }).getByRole('article', { name: service }).waitFor()
  expect(await readService(id)).toMatchObject({
    status: 'completed',
    cost: 120.5,
    notes: 'Two spots left',
    service_provider: 'Camera Service',
  })
  await visit.close()
})

it.each(looks)(
  'the board by date groups open service, and its menu has the allowed steps, at $width px',
  async (look) => {
    const service = `Check ${look.width}`
    const id = await addService(service, -2)
    const visit = await suite.visit(look)
    const { page } = visit
    await open(page, '/maintenance')
    await page.getByText('By date', { exact: true }).click()
    expect(new URL(page.url()).searchParams.get('view')).toBe('date')
    const card = page.getByRole('region', { name: 'Overdue' }).getByRole('article', { name: service })
    await card.getByRole('button', { name: `More for ${service}` }).click()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Move to another date',
      'Work is in progress',
      'Cancel the service',
    ])
    await page.getByRole('menuitem', { name: 'Work is in progress' }).click()
    await card.getByText('In progress').waitFor()
    expect(await readService(id)).toMatchObject({ status: 'in_progress' })
    await card.getByRole('button', { name: `More for ${service}` }).click()
    await page.getByRole('menuitem', { name: 'Move to another date' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move the service' })
    await dialog.getByLabel('Date').fill(dayIn(10))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: 'Within 30 days' }).getByRole('article', { name: service }).waitFor()
    await expectNoFaults(visit)
    await visit.close()
  },
)

it('a completion that crosses another change asks which value stays', async () => {
  const id = await addService('Crossed', 5, { notes: 'Before' })
  const { page, close } = await suite.visit()
  await open(page, '/maintenance')
  await page.getByRole('article', { name: 'Crossed' }).getByRole('button', { name: 'Complete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete the service' })
  await dialog.getByRole('textbox', { name: /Cost/ }).fill('80')
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Mine')
  await suite.open.studio.api.patch(`/maintenance/${id}`, {
    updates: { notes: 'Theirs', cost: 95, service_date: dayIn(6) },
  })
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click()
  const conflict = page.getByRole('dialog', { name: 'Somebody changed this service meanwhile' })
  await conflict.getByRole('radio', { name: 'Theirs: Theirs' }).check()
  await conflict.getByRole('radio', { name: /^Yours: .*80/ }).check()
  expect(await findAccessFaults(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Save the chosen values' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await readService(id)).toMatchObject({
    status: 'completed',
    notes: 'Theirs',
    cost: 80,
    service_date: dayIn(6),
  })
  await close()
})

it.each(looks)('the forecast is a chart whose months are sentences, and a table, at $width px', async (look) => {
  await addService(`Forecast ${look.width}`, 1, { cost: 70 })
  const visit = await suite.visit(look)
  const { page } = visit
  await open(page, '/maintenance')
  const panel = page.getByRole('region', { name: 'Next 12 months' })
  const costs = panel.getByRole('listitem').filter({ hasText: /: [1-9]\d* services?, \D*[1-9]/ })
  await costs.first().waitFor({ state: 'attached' })
  const bars = panel.locator('.recharts-bar-rectangle path')
  await bars.first().waitFor()
  expect(await bars.count()).toBe(await costs.count())
  await expectNoFaults(visit)
  await panel.getByText('Table', { exact: true }).click()
  await panel.getByRole('row', { name: /^Total/ }).waitFor()
  expect(await panel.getByRole('columnheader').allInnerTexts()).toEqual(['Month', 'Services', 'Cost', 'Cost unknown'])
  await expectNoFaults(visit)
  await visit.close()
})

it.each(looks)('an extended warranty covers an item whose own has ended, at $width px', async (look) => {
  const id = await addItem({ model: `Covered ${look.width}`, warranty_expires_on: dayIn(-514) })
  const extended = { type: 'warranty', title: 'Extended', gear_id: id, provider: 'Insurer', expires_on: dayIn(90) }
  expect(await suite.open.studio.settings.post('/documents', extended)).toHaveStatus(201)
  const visit = await suite.visit(look)
  const { page } = visit
  await open(page, `/inventory/${id}`)
  const panel = page.getByRole('region', { name: 'Warranty', exact: true })
  await panel.getByText('in 90 days').waitFor()
  expect(await panel.getByText('ended').count()).toBe(0)
  await expectNoFaults(visit)
  await visit.close()
})

it.each(looks)('documents are on a timeline by their end, and all of them in a list, at $width px', async (look) => {
  const model = `Timeline ${look.width}`
  await addItem({ model, warranty_expires_on: dayIn(40) })
  await addItem({ model: `${model} later`, warranty_expires_on: dayIn(900) })
  const visit = await suite.visit(look)
  const { page } = visit
  await open(page, '/documents')
  const timeline = page.getByRole('region', { name: 'Documents by their end' })
  await timeline.getByRole('listitem').filter({ hasText: model }).filter({ hasText: 'in 40 days' }).waitFor()
  expect(await timeline.getByText(`${model} later`).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Time span' }).click()
  await page.getByRole('option', { name: '3 years' }).click()
  await timeline.getByText(`${model} later`).waitFor()
  expect(new URL(page.url()).searchParams.get('months')).toBe('36')
  await expectNoFaults(visit)
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('link', { name: new RegExp(`${model} later`) }).waitFor()
  await expectNoFaults(visit)
  await visit.close()
})

it.each(looks)(
  'reminders say what became of them, are answered, and a mail is previewed, at $width px',
  async (look) => {
    const service = `Propellers ${look.width}`
    await addService(service, 1)
    await suite.open.studio.sync.client.call(runReminders, { body: {} })
    const visit = await suite.visit(look)
    const { page } = visit
    await open(page, '/reminders')
    const line = page
      .getByRole('list', { name: 'Reminders' })
      .getByRole('listitem')
      .filter({ hasText: service })
      .filter({ hasText: 'is due on' })
    await line.getByText(/^Delivered to the channel/).waitFor()
    await line.getByRole('button', { name: 'Done' }).click()
    await page.getByText(/No more reminders of/).waitFor()
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await page.getByText('No reminder has the state “Failed”.').waitFor()
    await expectNoFaults(visit)
    await page.getByRole('button', { name: 'Preview a mail' }).click()
    const dialog = page.getByRole('dialog', { name: 'Preview of a mail' })
    await dialog
      .getByRole('article', { name: 'Mail' })
      .getByText(/is due on|was due on/)
      .first()
      .waitFor()
    await dialog.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Shoot of the next day' }).click()
    await dialog.getByText('There is nothing to remind of, so this mail is about an invented record.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download the HTML' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('shoot_tomorrow.html')
    await expectNoFaults(visit)
    await visit.close()
  },
)
