import { afterAll, beforeAll, expect, it } from 'vitest'
import { testTemporal } from '../support/temporal.ts'
import { openDays, type Days } from './support/days.ts'
import { openStudio, type Studio } from './support/studio.ts'

// Maintenance records have reminders, over simulated daily runs of a real server.

const config = 'maintenance: { reminders: { before: [14, 1], after: [1, 7], every_after: 7 } }'

let studio: Studio
let days: Days

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config })
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
})

it('a record has reminders before, on and after its date until it is done, and again when it is moved', async () => {
  const item = await studio.api.createItem({
    gear_type: 'drone',
    brand: 'DJI',
    model: 'Mavic 3',
    asset_tag: 'DR-1',
    storage_location: 'Vault',
  })
  const service = {
    item_type: 'drone',
    item_id: item.id,
    service_type: 'Propellers',
    service_date: '2060-03-31',
    service_provider: 'DJI Care',
  }
  const { id } = (await studio.api.post('/maintenance', service)).item()
  const reminders = (): Promise<{ due_on: string; step: number }[]> =>
    studio.stateSql('select due_on, step from reminder where subject = ? order by due_on, step desc', id)
  for (const day of ['2060-03-16', '2060-03-17', '2060-03-17', '2060-03-25', '2060-03-31']) await days.runDay(day)
  expect((await reminders()).map(({ step }) => step)).toEqual([14, 0])
  await studio.api.patch(`/maintenance/${id}`, { updates: { status: 'in_progress' } })
  for (const day of ['2060-04-01', '2060-04-15', '2060-04-16']) await days.runDay(day)
  expect((await reminders()).map(({ step }) => step)).toEqual([14, 0, -1, -14])
  await studio.api.patch(`/maintenance/${id}`, { updates: { service_date: '2060-05-01' } })
  await days.runDay('2060-04-20')
  await studio.api.patch(`/maintenance/${id}`, { updates: { status: 'completed' } })
  await days.runDay('2060-04-30')
  expect((await reminders()).map(({ due_on: dueOn, step }) => `${dueOn} ${step}`)).toEqual([
    '2060-03-31 14',
    '2060-03-31 0',
    '2060-03-31 -1',
    '2060-03-31 -14',
    '2060-05-01 14',
  ])
  const [row] = await studio.stateSql<{ payload: string }>(
    'select payload from reminder where subject = ? and step = -14',
    id,
  )
  const title = 'Propellers of DJI Mavic 3 (DR-1) was due on 2060-03-31 and is not done'
  expect(JSON.parse(row?.payload ?? '')).toEqual({
    title,
    titles: {
      en: title,
      de: 'Propellers für DJI Mavic 3 (DR-1): war am 31.03.2060 fällig und ist nicht erledigt',
    },
    facts: [
      { name: 'Item', value: 'DJI Mavic 3' },
      { name: 'Asset tag', value: 'DR-1' },
      { name: 'Kept at', value: 'Vault' },
      { name: 'Service', value: 'Propellers' },
      { name: 'Due', value: '2060-03-31' },
      { name: 'Days overdue', value: '15' },
      { name: 'Status', value: 'in progress' },
      { name: 'Provider', value: 'DJI Care' },
      { name: 'What to do', value: 'Complete the record once the work is done, or move it to another date.' },
    ],
  })
})

it('a reminder says by what the item is covered on the date of the service, its last services, and what to do', async () => {
  const item = await studio.api.createItem({
    asset_tag: 'CAM-9',
    warranty_expires_on: '2065-06-30',
    warranty_provider: 'Canon',
    purchase_date: '2064-01-01',
  })
  const insurance = {
    type: 'insurance',
    title: 'All risks',
    gear_id: item.id,
    expires_on: '2066-01-31',
    provider: 'Ada',
    reference_number: 'P-7',
  }
  expect((await studio.settings.post('/documents', insurance)).status).toBe(201)
  const cleaning = { item_type: 'camera', item_id: item.id, service_type: 'Cleaning', status: 'completed' }
  for (const [date, cost] of [['2061-01-01', 10], ['2062-01-01', 80.5], ['2063-01-01'], ['2064-01-01', 0]])
    expect(
      (
        await studio.api.post('/maintenance', {
          ...cleaning,
          service_date: date,
          ...(cost === undefined ? {} : { cost }),
        })
      ).status,
    ).toBe(201)
  const coverageOn = async (day: string): Promise<unknown[]> => {
    const { id } = (
      await studio.api.post('/maintenance', {
        item_type: 'camera',
        item_id: item.id,
        service_type: 'Repair',
        service_date: day,
      })
    ).item()
    await days.runDay(day)
    await studio.api.delete(`/maintenance/${id}`)
    const [row] = await studio.stateSql<{ payload: string }>(
      "select payload from reminder where kind = 'maintenance' and subject = ?",
      id,
    )
    const { facts } = JSON.parse(row?.payload ?? '') as { facts: { name: string; value: string }[] }
    return facts
      .slice(facts.findIndex(({ name }) => name === 'Status') + 1)
      .map(({ name, value }) => `${name}: ${value}`)
  }
  const ending = (covered: string): string[] => [
    'Last services: 2064-01-01 Cleaning, 0.00 USD; 2063-01-01 Cleaning; 2062-01-01 Cleaning, 80.50 USD',
    `What to do: ${covered}Complete the record once the work is done, or move it to another date.`,
  ]
  expect(await coverageOn('2065-06-30')).toEqual([
    'Warranty: still covered until 2065-06-30',
    expect.stringMatching(/^Document: /),
    'Covered by: Canon',
    ...ending('The item is covered: ask before you pay. '),
  ])
  expect(await coverageOn('2065-07-01')).toEqual([
    'Insurance: still covered until 2066-01-31',
    'Document: All risks',
    'Covered by: Ada',
    'Reference: P-7',
    ...ending('The item is covered: ask before you pay. '),
  ])
  expect(await coverageOn('2066-02-01')).toEqual(ending(''))
})
