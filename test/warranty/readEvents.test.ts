import { expect, test } from 'vitest'
import { loadConfig } from '../../activities/config/config.ts'
import { readEvents, type Seen } from '../../activities/warranty/readEvents.ts'
import type { InboxEvent } from '../../worker/state/inbox.ts'

const today = { day: '2027-01-01', settledDay: '2027-01-01', config: loadConfig('') }
let count = 0

function event(type: string, record: Record<string, unknown>, changes: InboxEvent['body']['data']['changes'] = {}): InboxEvent {
  const at = '2027-01-01T00:00:00.000Z'
  return { webhookId: `evt_${(count += 1)}`, type, recordId: 'one', receivedAt: at, body: { type, timestamp: at, data: { record, changes } } }
}

const seen = (...events: InboxEvent[]): Seen => readEvents(events, today)
const warranty = (expiresOn: string | null): Record<string, unknown> => ({ id: 'one', type: 'warranty', expires_on: expiresOn })
const end = (expiresOn: string): { documentId: string; expiresOn: string } => ({ documentId: 'one', expiresOn })
const NOTHING: Seen = { open: [], wake: [], ended: [] }

test('ends inside the window are watched, its last day and today included; what lies ahead needs nothing', () => {
  expect(seen(event('document.created', warranty('2027-01-01')))).toEqual({ ...NOTHING, open: [end('2027-01-01')] })
  expect(seen(event('document.created', warranty('2027-04-01')))).toEqual({ ...NOTHING, open: [end('2027-04-01')] })
  expect(seen(event('document.created', warranty('2027-04-02')))).toEqual(NOTHING)
  expect(seen(event('document.created', warranty(null)))).toEqual(NOTHING)
})

test('what has ended is told', () => {
  expect(seen(event('document.created', warranty('2026-12-31')))).toEqual({ ...NOTHING, ended: ['one'] })
})

test('other types of documents and events of other records are passed over', () => {
  expect(seen(event('document.created', { ...warranty('2027-01-05'), type: 'receipt' }))).toEqual(NOTHING)
  expect(seen(event('gear.deleted', { id: 'one', warranty_expires_on: '2027-01-05' }))).toEqual(NOTHING)
  expect(seen({ ...event('document.created', warranty('2027-01-05')), recordId: null })).toEqual(NOTHING)
})

test('a date that moved wakes the watch of before', () => {
  const moved = event('document.updated', warranty('2027-02-01'), { expires_on: { from: '2027-01-05', to: '2027-02-01' } })
  expect(seen(moved)).toEqual({ ...NOTHING, open: [end('2027-02-01')], wake: [end('2027-01-05')] })
  const cleared = event('document.updated', warranty(null), { expires_on: { from: '2027-01-05', to: null } })
  expect(seen(cleared)).toEqual({ ...NOTHING, wake: [end('2027-01-05')] })
  const fromAfar = event('document.updated', warranty('2030-01-01'), { expires_on: { from: '2029-01-01', to: '2030-01-01' } })
  expect(seen(fromAfar)).toEqual(NOTHING)
})

test('another type wakes the watch', () => {
  const changed = event('document.updated', { ...warranty('2027-01-05'), type: 'receipt' }, { type: { from: 'warranty', to: 'receipt' } })
  expect(seen(changed)).toEqual({ ...NOTHING, wake: [end('2027-01-05')] })
})

test('what was deleted is not watched, in whatever order its events come', () => {
  const events = [event('document.created', warranty('2027-01-05')), event('document.deleted', warranty('2027-01-05'))]
  for (const some of [events, events.toReversed()]) expect(seen(...some)).toEqual({ ...NOTHING, wake: [end('2027-01-05')] })
})

test('five times the same is one thing to do, and every end that an event names gets its look', () => {
  const created = event('document.created', warranty('2027-01-05'))
  const moved = event('document.updated', warranty('2027-02-01'), { expires_on: { from: '2027-01-05', to: '2027-02-01' } })
  expect(seen(moved, created, created, moved, created)).toEqual({
    open: [end('2027-02-01'), end('2027-01-05')],
    wake: [end('2027-01-05')],
    ended: [],
  })
})

test('days that are none are passed over: a newer server may say something else there', () => {
  expect(seen(event('document.created', { ...warranty(null), expires_on: 'soon' }))).toEqual(NOTHING)
  expect(seen(event('document.deleted', { ...warranty(null), expires_on: 20270105 }))).toEqual(NOTHING)
})
