import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InboxTopic } from '../../contract/temporal.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Database } from '../../platform/sql/types.ts'
import { addToInbox, markHandled, listPendingEvents, listPendingTopics, type ReceivedEvent } from '../../state/inbox.ts'
import { cleanUpState } from '../../state/housekeeping.ts'
import { openState } from '../../state/open.ts'
import { tempFolder, type DataFolder } from '../support/server.ts'
import { someEvent } from './support/events.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const startMs = Date.parse('2026-03-01T00:00:00Z')
let folder: DataFolder
let state: Database

const received = (minutes: number, topics: readonly InboxTopic[]): ReceivedEvent => {
  const { id, body } = someEvent()
  return { webhookId: id, type: 'document.updated', recordId: 'r', body, topics, receivedAt: isoTime(startMs + minutes * 60_000) }
}
const add = (event: ReceivedEvent): Promise<boolean> => state.write((tx) => addToInbox(tx, event))
const pendingIds = async (topic: InboxTopic, limit = 10): Promise<string[]> =>
  (await state.read((tx) => listPendingEvents(tx, topic, limit))).map(({ webhookId }) => webhookId)

beforeAll(async () => {
  folder = tempFolder()
  state = await openState(`sqlite:${join(folder.dataDir, 'worker.db')}`, { nowMs: () => startMs })
})
afterAll(async () => {
  await state.close()
  folder[Symbol.dispose]()
})

it('the inbox lists the events of each topic, oldest first, until they are handled', async () => {
  const [late, early, both] = [received(9, ['warranty']), received(1, ['warranty']), received(5, ['warranty', 'service'])]
  for (const event of [late, early, both]) expect(await add(event)).toBe(true)
  expect(await add({ ...early, topics: ['service'] }), 'known').toBe(false)
  expect(await state.read(listPendingTopics)).toEqual(['service', 'warranty'])
  expect(await pendingIds('warranty')).toEqual([early.webhookId, both.webhookId, late.webhookId])
  expect(await pendingIds('warranty', 2)).toEqual([early.webhookId, both.webhookId])
  const [content] = await state.read((tx) => listPendingEvents(tx, 'service', 1))
  expect(content).toMatchObject({ webhookId: both.webhookId, type: 'document.updated', recordId: 'r', body: JSON.parse(both.body) as object })

  await state.write((tx) => markHandled(tx, 'warranty', [early.webhookId, both.webhookId, 'nobody knows this']))
  expect(await pendingIds('warranty')).toEqual([late.webhookId])
  expect(await pendingIds('service'), 'the other topic has not handled it yet').toEqual([both.webhookId])
  await state.write((tx) => markHandled(tx, 'service', [both.webhookId]))
  await state.write((tx) => markHandled(tx, 'warranty', [late.webhookId]))
  expect(await state.read(listPendingTopics)).toEqual([])
  for (const event of [late, early, both]) expect(await add(event), 'known still').toBe(false)
})

it('the inbox deletes handled events after thirty days, never pending ones', async () => {
  const [waiting, idle] = [received(20, ['warranty']), received(20, [])]
  await add(waiting)
  await add(idle)
  const cleanUp = (days: number): Promise<{ events: number }> => cleanUpState(state, { nowMs: () => startMs + days * DAY_MS })
  expect(await cleanUp(30)).toMatchObject({ events: 0 })
  expect(await add(idle)).toBe(false)
  expect(await cleanUp(31)).toMatchObject({ events: 4 })
  expect(await pendingIds('warranty')).toEqual([waiting.webhookId])
  expect(await add(waiting)).toBe(false)
  expect(await add(idle)).toBe(true)
})
