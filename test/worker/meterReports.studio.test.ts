import { afterAll, beforeAll, expect, it } from 'vitest'
import { acknowledgeReminder } from '../../contract/control/reminderAnswers.ts'
import { readMessage } from '../../contract/sentences/storedText.ts'
import type { Item } from '../support/api.ts'
import { configOf, emailChannel } from '../support/mail/ledger.ts'
import { dayIn, openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'
import { until } from '../support/wait.ts'

// Reports of meters wait while mail is down. What is not true any more is not sent then.

const plans = (planned: string): string => `maintenance:
  reminders: { before: [], on: false, after: [], every_after: false }
  plans: [{ id: shutter, applies_to: { ${planned} }, service_type: Shutter, every: { shutter_count: 9000000 } }]
`
const EVERY_CAMERA = 'type: camera'

let mailed: MailedStudio

beforeAll(async () => {
  mailed = await openMailedStudio((port) => `${plans(EVERY_CAMERA)}${configOf(emailChannel(port))}\n`)
})
afterAll(() => mailed[Symbol.asyncDispose]())

const make = (tag: string): Promise<Item> =>
  mailed.studio.api.createItem({
    gear_type: 'camera',
    brand: 'Canon',
    model: 'R5',
    asset_tag: tag,
    shutter_count: 50_000,
  })
async function change({ id }: Item, updates: object): Promise<void> {
  expect((await mailed.studio.api.patch(`/gear/${id}`, { updates })).status).toBe(200)
}
const read = (item: Item, shutter_count: number | null): Promise<void> => change(item, { shutter_count })
const runToday = async (): Promise<Record<string, number>> =>
  (await mailed.days.runDay(dayIn(0)))['planMaintenance'] ?? {}

/** Gives meters a usual rate of 100 a day, by readings of earlier days. */
const addRates = (): Promise<unknown> =>
  mailed.studio.stateSql(
    'update meter set read_at = ?, recent = ?',
    `${dayIn(0)}T00:00:00.000Z`,
    JSON.stringify([5, 4, 3, 2].map((ago) => [dayIn(-ago), 50_000 - 100 * (ago - 2)])),
  )

interface Row {
  state: string
  kind: string
  error: string | null
  payload: string
  subject: string
}
/** What was queued of an item. */
async function rowsOf({ asset_tag: tag }: Item): Promise<Row[]> {
  const rows = await mailed.studio.stateSql<Row>('select * from reminder order by created_at, message_id')
  return rows.filter(({ payload }) => payload.includes(`(${String(tag)})`))
}
const outcomes = async (item: Item): Promise<unknown> =>
  (await rowsOf(item)).map(({ state, kind, error }) => `${kind} ${state}: ${readMessage(error ?? '')}`)

async function sendAgain(): Promise<void> {
  await mailed.startMail()
  await mailed.studio.stateSql("update reminder set next_try_at = '2026-01-01T00:00:00.000Z' where state = 'pending'")
  await until(
    'nothing waits',
    async () =>
      (await mailed.studio.stateSql("select 1 from reminder where state in ('pending', 'sending')")).length === 0,
  )
}

it('what was corrected, confirmed or removed while mail was down is not sent; what is still true is, as it is now', async () => {
  const tags = [
    'FELL',
    'ROSE-ON',
    'BACK',
    'JUMP',
    'TYPO',
    'AGAIN',
    'CONFIRMED',
    'CLEARED',
    'RETIRED',
    'DELETED',
  ] as const
  const items = Object.fromEntries(
    await Promise.all(tags.map(async (tag) => [tag, await make(tag)] as const)),
  ) as Record<(typeof tags)[number], Item>
  await runToday()
  await addRates()
  await mailed.stopMail()
  for (const tag of ['FELL', 'ROSE-ON', 'BACK'] as const) await read(items[tag], 10)
  for (const tag of tags.slice(3)) await read(items[tag as 'JUMP'], 500_000)
  expect(await runToday()).toMatchObject({ made: 0, reported: tags.length })
  await read(items['ROSE-ON'], 25)
  await read(items.BACK, 50_000)
  await read(items.TYPO, 50_100)
  await read(items.AGAIN, 700_000)
  await read(items.CONFIRMED, 500_100)
  await read(items.CLEARED, null)
  await change(items.RETIRED, { status: 'retired' })
  expect((await mailed.studio.api.delete(`/gear/${items.DELETED.id}`)).status).toBe(200)
  // Only one of them was seen by the worker meanwhile.
  expect(await runToday()).toMatchObject({ reported: 1 })
  expect(await outcomes(items.JUMP)).toEqual([expect.stringMatching(/^meter pending: /)])
  await sendAgain()
  const titleOf = (tag: string, verb: string, end: string): string => `The meter of Canon R5 (${tag}) ${verb} ${end}`
  const count = (tag: string, verb: string, end: string): number => mailed.countMails(titleOf(tag, verb, end))
  expect(count('FELL', 'fell', 'from 50000 to 10')).toBe(1)
  expect(count('ROSE-ON', 'fell', 'from 50000 to 25')).toBe(1)
  expect(count('JUMP', 'rose', 'from 50000 to 500000')).toBe(1)
  expect(count('AGAIN', 'rose', 'from 50000 to 700000')).toBe(1)
  const unsent = ['BACK', 'TYPO', 'CONFIRMED', 'CLEARED', 'RETIRED', 'DELETED']
  expect(unsent.filter((tag) => mailed.countMails(`(${tag})`) > 0)).toEqual([])
  const changed = (to: number): string => `meter skipped: The reading was changed to ${to} before this could be sent.`
  expect(await outcomes(items.BACK)).toEqual([changed(50_000)])
  expect(await outcomes(items.TYPO)).toEqual([changed(50_100)])
  expect(await outcomes(items.AGAIN)).toContain(changed(700_000))
  expect(await outcomes(items.CONFIRMED)).toEqual([changed(500_100)])
  expect(await outcomes(items.CLEARED)).toEqual(['meter skipped: The reading was cleared before this could be sent.'])
  expect(await outcomes(items.RETIRED)).toEqual(['meter skipped: The item was retired before this could be sent.'])
  expect(await outcomes(items.DELETED)).toEqual(['meter skipped: The item was deleted before this could be sent.'])
  await expect(
    mailed.studio.sync.client.call(acknowledgeReminder, { body: { id: (await rowsOf(items.FELL))[0]?.subject ?? '' } }),
  ).rejects.toThrow('It needs no answer: it is sent once.')
})

it('a jump whose confirmation was set back is not sent, nor is one that no plan counts any more', async () => {
  const [setBack, uncounted] = [await make('SET-BACK'), await make('UNCOUNTED')]
  await runToday()
  await addRates()
  await mailed.stopMail()
  for (const item of [setBack, uncounted]) await read(item, 500_000)
  expect(await runToday()).toMatchObject({ reported: 2 })
  await read(setBack, 500_100)
  await runToday()
  await read(setBack, 500_000)
  mailed.studio.configure(`${plans('asset_tags: [SET-BACK]')}${configOf(emailChannel(mailed.mail.port))}\n`)
  expect(await runToday()).toMatchObject({ reported: 1 })
  await sendAgain()
  expect(mailed.countMails('(SET-BACK) rose')).toBe(0)
  expect(mailed.countMails('(SET-BACK) fell from 500100 to 500000')).toBe(1)
  expect(await outcomes(setBack)).toContain('meter skipped: The reading was confirmed before this could be sent.')
  expect(await outcomes(uncounted)).toEqual(['meter skipped: No maintenance plan counts this meter any more.'])
})

it('a report that the version before has queued is sent', async () => {
  const payload = JSON.stringify({
    title: 'The meter of Canon R5 (OLD) fell from 7 to 1 shutter releases',
    facts: [{ name: 'Now', value: '1' }],
  })
  await mailed.studio.stateSql(
    `insert into reminder (message_id, kind, subject, due_on, step, channel, recipient, payload, next_try_at, created_at)
     values ('<old@example.com>', 'problem', 'old', ?, 0, 'mail', 'ada@example.com', ?, '2026-01-01T00:00:00.000Z', ?)`,
    dayIn(0),
    payload,
    new Date().toISOString(),
  )
  await expect.poll(() => mailed.countMails('(OLD) fell from 7 to 1')).toBe(1)
})
