import { afterAll, beforeAll, expect, it } from 'vitest'
import { acknowledgeReminder } from '../../contract/control/reminderAnswers.ts'
import type { Days } from './support/days.ts'
import { escalationConfig, passTime } from './support/escalation.ts'
import { dayIn, openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'
import type { Studio } from './support/studio.ts'

// A reminder on which nobody acts reaches another person after some time.

let mailed: MailedStudio
let studio: Studio
let days: Days

beforeAll(async () => {
  mailed = await openMailedStudio(escalationConfig)
  ;({ studio, days } = mailed)
})
afterAll(() => mailed[Symbol.asyncDispose]())

const countTo = (id: string, text: string): number => mailed.countMails(text, id)
const addService = (model: string): Promise<string> =>
  mailed.addService({ gear_type: 'camera', brand: 'Canon', model }, dayIn(5))

it('nobody acts: the other person is notified once for the date, by the periodic delivery', async () => {
  const id = await addService('Ignored')
  await studio.api.createItem({ gear_type: 'camera', brand: 'Canon', model: 'Covered', warranty_expires_on: dayIn(5) })
  await days.runDay(dayIn(0))
  await expect
    .poll(() => ({ ignored: countTo('ada', 'Canon Ignored'), covered: countTo('ada', 'Canon Covered') }))
    .toEqual({ ignored: 1, covered: 1 })
  const rows = await studio.stateSql<{ created_at: string; not_before: string; next_try_at: string; state: string }>(
    "select created_at, not_before, next_try_at, state from reminder where recipient = 'lead@studio.example'",
  )
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(row).toMatchObject({ state: 'pending', next_try_at: row.not_before })
    expect(Date.parse(row.not_before) - Date.parse(row.created_at)).toBe(48 * 3_600_000)
  }
  await days.runDay(dayIn(0))
  expect(countTo('lead', '')).toBe(0)
  await passTime(studio, id)
  await expect.poll(() => countTo('lead', 'Not acknowledged yet: Check of Canon Ignored')).toBe(1)
  await days.runDay(dayIn(3))
  await expect.poll(() => countTo('ada', 'Canon Ignored')).toBe(2)
  expect(countTo('lead', 'Canon Ignored')).toBe(1)
})

it('an acknowledgement, a completion, a move and a deletion end it', async () => {
  const [acknowledged, completed, moved] = [
    await addService('Acked'),
    await addService('Done'),
    await addService('Moved'),
  ]
  const [deleted, ofItem] = [await addService('Deleted'), await addService('Item-gone')]
  await days.runDay(dayIn(0))
  await studio.sync.client.call(acknowledgeReminder, { body: { id: acknowledged } })
  for (const updates of [{ status: 'in_progress' }, { status: 'completed' }])
    expect((await studio.api.patch(`/maintenance/${completed}`, { updates })).status).toBe(200)
  expect((await studio.api.patch(`/maintenance/${moved}`, { updates: { service_date: dayIn(40) } })).status).toBe(200)
  expect((await studio.api.delete(`/maintenance/${deleted}`)).status).toBe(200)
  const { item_id: itemId } = (await studio.api.get(`/maintenance/${ofItem}`)).item()
  expect((await studio.api.delete(`/gear/${String(itemId)}`)).status).toBe(200)
  const ended = [acknowledged, completed, moved, deleted, ofItem]
  for (const id of ended) await passTime(studio, id)
  await days.runDay(dayIn(0))
  const rows = (): Promise<{ state: string }[]> =>
    studio.stateSql('select state from reminder where not_before is not null and subject in (?, ?, ?, ?, ?)', ...ended)
  await expect.poll(rows).toEqual(ended.map(() => ({ state: 'skipped' })))
  expect(['Acked', 'Done', 'Moved', 'Deleted', 'Item-gone'].map((model) => countTo('lead', model))).toEqual([
    0, 0, 0, 0, 0,
  ])
})
