import { expect, it } from 'vitest'
import { loadConfig } from '../../../config/config.ts'
import { findAffectedDocuments, type AffectedDocuments } from '../../../activities/warranty/findAffectedDocuments.ts'
import type { InboxEvent } from '../../../state/inbox/inbox.ts'

const today = { day: '2027-01-01', settledDay: '2027-01-01', config: loadConfig('') }
let count = 0

function event(
  type: string,
  record: Record<string, unknown>,
  changes: InboxEvent['body']['data']['changes'] = {},
): InboxEvent {
  const occurredAt = '2027-01-01T00:00:00.000Z'
  return {
    webhookId: `evt_${(count += 1)}`,
    type,
    recordId: 'one',
    receivedAt: occurredAt,
    body: { type, timestamp: occurredAt, data: { record, changes } },
  }
}

const read = (...events: InboxEvent[]): AffectedDocuments => findAffectedDocuments(events, today)
const warranty = (expiresOn: string | null): Record<string, unknown> => ({
  id: 'one',
  type: 'warranty',
  expires_on: expiresOn,
})
const ONE_NEAR: AffectedDocuments = { ending: ['one'], others: [] }
const ONE_OTHER: AffectedDocuments = { ending: [], others: ['one'] }
const NONE_AFFECTED: AffectedDocuments = { ending: [], others: [] }

it('an end date up to the last day of the window is near, a past one too; a later one is not', () => {
  for (const end of ['2027-01-01', '2027-04-01', '2026-12-31'])
    expect(read(event('document.created', warranty(end)))).toEqual(ONE_NEAR)
  for (const end of ['2027-04-02', null]) expect(read(event('document.created', warranty(end)))).toEqual(ONE_OTHER)
})

it('events of other records are ignored', () => {
  expect(read(event('gear.deleted', { id: 'one', warranty_expires_on: '2027-01-05' }))).toEqual(NONE_AFFECTED)
  expect(read({ ...event('document.created', warranty('2027-01-05')), recordId: null })).toEqual(NONE_AFFECTED)
})

it('a document of an unwatched type is near only if its type was watched before', () => {
  expect(read(event('document.created', { ...warranty('2027-01-05'), type: 'receipt' }))).toEqual(ONE_OTHER)
  const typeChanged = event(
    'document.updated',
    { ...warranty('2027-01-05'), type: 'receipt' },
    { type: { from: 'warranty', to: 'receipt' } },
  )
  expect(read(typeChanged)).toEqual(ONE_NEAR)
})

it('an end date that was moved out of the window or cleared is near', () => {
  const dateMoved = event('document.updated', warranty('2030-02-01'), {
    expires_on: { from: '2027-01-05', to: '2030-02-01' },
  })
  expect(read(dateMoved)).toEqual(ONE_NEAR)
  const dateCleared = event('document.updated', warranty(null), { expires_on: { from: '2027-01-05', to: null } })
  expect(read(dateCleared)).toEqual(ONE_NEAR)
  const fromOutside = event('document.updated', warranty('2030-01-01'), {
    expires_on: { from: '2029-01-01', to: '2030-01-01' },
  })
  expect(read(fromOutside)).toEqual(ONE_OTHER)
})

it('a document is read once, whatever the order and number of its events', () => {
  const events = [event('document.created', warranty('2030-01-05')), event('document.deleted', warranty('2027-01-05'))]
  for (const someEvents of [events, events.toReversed(), [...events, ...events]])
    expect(read(...someEvents)).toEqual(ONE_NEAR)
})

it('an invalid end date is ignored, because a newer server may send another form', () => {
  expect(read(event('document.created', { ...warranty(null), expires_on: 'soon' }))).toEqual(ONE_OTHER)
  expect(read(event('document.deleted', { ...warranty(null), expires_on: 20270105 }))).toEqual(ONE_OTHER)
})
