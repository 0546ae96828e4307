// @postgres
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InboxTopic } from '../../contract/temporal.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { Database } from '../../platform/sql/types.ts'
import {
  addToInbox,
  markHandled,
  listPendingEvents,
  listPendingTopics,
  type ReceivedEvent,
} from '../../state/inbox/inbox.ts'
import { cleanUpState } from '../../state/database/housekeeping.ts'
import { newStateUrl } from '../support/stateUrl.ts'
import { openState } from '../../state/database/open.ts'
import { createDataFolder, type DataFolder } from '../support/server.ts'
import { someEvent } from './support/events.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const startMs = Date.parse('2026-03-01T00:00:00Z')
let folder: DataFolder
let state: Database

const receivedEvent = (minutes: number, topics: readonly InboxTopic[]): ReceivedEvent => {
  const { id, body } = someEvent()
  return {
    webhookId: id,
    type: 'document.updated',
    recordId: 'r',
    body,
    topics,
    receivedAt: toIsoTime(startMs + minutes * 60_000),
  }
}
const add = (event: ReceivedEvent): Promise<boolean> => state.write((tx) => addToInbox(tx, event))
const pendingIds = async (topic: InboxTopic, limit = 10): Promise<string[]> =>
  (await state.read((tx) => listPendingEvents(tx, topic, limit))).map(({ webhookId }) => webhookId)

beforeAll(async () => {
  folder = createDataFolder()
  state = await openState(await newStateUrl(folder.dataDir), { nowMs: () => startMs })
})
afterAll(async () => {
  await state.close()
  folder[Symbol.dispose]()
})

it('the inbox lists the events of each topic, oldest first, until they are handled', async () => {
  const [lateEvent, earlyEvent, bothTopicsEvent] = [
    receivedEvent(9, ['warranty']),
    receivedEvent(1, ['warranty']),
    receivedEvent(5, ['warranty', 'service']),
  ]
  for (const event of [lateEvent, earlyEvent, bothTopicsEvent]) expect(await add(event)).toBe(true)
  expect(await add({ ...earlyEvent, topics: ['service'] }), 'known').toBe(false)
  expect(await state.read(listPendingTopics)).toEqual(['service', 'warranty'])
  expect(await pendingIds('warranty')).toEqual([earlyEvent.webhookId, bothTopicsEvent.webhookId, lateEvent.webhookId])
  expect(await pendingIds('warranty', 2)).toEqual([earlyEvent.webhookId, bothTopicsEvent.webhookId])
  const [content] = await state.read((tx) => listPendingEvents(tx, 'service', 1))
  expect(content).toMatchObject({
    webhookId: bothTopicsEvent.webhookId,
    type: 'document.updated',
    recordId: 'r',
    body: JSON.parse(bothTopicsEvent.body) as object,
  })

  await state.write((tx) =>
    markHandled(tx, 'warranty', [earlyEvent.webhookId, bothTopicsEvent.webhookId, 'nobody knows this']),
  )
  expect(await pendingIds('warranty')).toEqual([lateEvent.webhookId])
  expect(await pendingIds('service'), 'the other topic has not handled it yet').toEqual([bothTopicsEvent.webhookId])
  await state.write((tx) => markHandled(tx, 'service', [bothTopicsEvent.webhookId]))
  await state.write((tx) => markHandled(tx, 'warranty', [lateEvent.webhookId]))
  expect(await state.read(listPendingTopics)).toEqual([])
  for (const event of [lateEvent, earlyEvent, bothTopicsEvent]) expect(await add(event), 'known still').toBe(false)
})

it('the inbox deletes handled events after thirty days, never pending ones', async () => {
  const [waitingEvent, idleEvent] = [receivedEvent(20, ['warranty']), receivedEvent(20, [])]
  await add(waitingEvent)
  await add(idleEvent)
  const cleanUp = (days: number): Promise<{ events: number }> =>
    cleanUpState(state, { nowMs: () => startMs + days * DAY_MS })
  expect(await cleanUp(30)).toMatchObject({ events: 0 })
  expect(await add(idleEvent)).toBe(false)
  expect(await cleanUp(31)).toMatchObject({ events: 4 })
  expect(await pendingIds('warranty')).toEqual([waitingEvent.webhookId])
  expect(await add(waitingEvent)).toBe(false)
  expect(await add(idleEvent)).toBe(true)
})
