import { expect, it } from 'vitest'
import { kinds } from '../../calendars/kinds/all.ts'
import { markDeleted, updateRow } from '../../calendars/row.ts'
import type { Shoot } from '../../contract/api/shoots.ts'
import type { CalendarRow } from '../../state/calendars/calendarRows.ts'
import { shootOf } from './support.ts'

const ZONE = 'Europe/Berlin'
const NOW = '2026-03-01T12:00:00.000Z'
const firstRow = updateRow(kinds.shoots, undefined, shootOf(1), ZONE)
const rowAfter = (fields: Partial<Shoot>, knownRow = firstRow, zone = ZONE): CalendarRow =>
  updateRow(kinds.shoots, knownRow, shootOf(1, { updated_at: '2026-02-07T00:00:00.000Z', ...fields }), zone)

it.each<[string, Partial<Shoot>, number]>([
  ['its day', { shoot_date: '2026-06-11' }, 1],
  ['its time', { shoot_time: '10:30' }, 1],
  ['having no time', { shoot_time: null }, 1],
  ['its length', { duration_minutes: 91 }, 1],
  ['its place', { location: 'Roof', locations: ['Roof'] }, 1],
  ['its status', { status: 'completed' }, 1],
  ['its title', { title: 'Another' }, 0],
  ['its client', { client_name: 'Ada' }, 0],
  ['its notes', { notes: 'Rain' }, 0],
  ['its progress', { completion_progress: 50 }, 0],
])('a change of %s changes the event, and raises its sequence only where required', (_what, fields, sequence) => {
  expect(rowAfter(fields)).toMatchObject({ sequence, modified_at: '2026-02-07T00:00:00.000Z' })
})

it('the rows of shoots are the same over versions: others would raise every sequence', () => {
  const shoot = shootOf(1, { locations: ['Studio 1', 'Roof'], location: 'Studio 1', status: 'planning' })
  const row = updateRow(kinds.shoots, undefined, shoot, ZONE)
  expect(row).toEqual({
    kind: 'shoots',
    id: shoot.id,
    record: JSON.stringify(shoot),
    fingerprint: '["2026-06-10",["10:00","Europe/Berlin"],90,["Studio 1","Roof"],"planning"]',
    sequence: 0,
    modified_at: shoot.updated_at,
    ended_at: null,
    status_shown: 'planning',
    deleted: 0,
  })
  expect(markDeleted(kinds.shoots, row, ZONE, NOW).fingerprint).toBe(
    '["2026-06-10",["10:00","Europe/Berlin"],90,["Studio 1","Roof"],"cancelled"]',
  )
})

it('a new studio time zone moves timed shoots, and no others', () => {
  expect(rowAfter({}, firstRow, 'Asia/Tokyo').sequence).toBe(1)
  const wholeDay = updateRow(kinds.shoots, undefined, shootOf(1, { shoot_time: null }), ZONE)
  expect(rowAfter({ shoot_time: null }, wholeDay, 'Asia/Tokyo').sequence).toBe(0)
})

it('a cancelled shoot keeps its cancellation time and its last status', () => {
  const cancelled = rowAfter({ status: 'cancelled' })
  expect(cancelled).toMatchObject({ sequence: 1, ended_at: '2026-02-07T00:00:00.000Z', status_shown: 'confirmed' })
  const editedRow = rowAfter({ status: 'cancelled', notes: 'Rain', updated_at: '2026-02-09T00:00:00.000Z' }, cancelled)
  expect(editedRow).toMatchObject({ sequence: 1, ended_at: '2026-02-07T00:00:00.000Z', status_shown: 'confirmed' })
  expect(rowAfter({ status: 'planning', updated_at: '2026-02-10T00:00:00.000Z' }, editedRow)).toMatchObject({
    sequence: 2,
    ended_at: null,
    status_shown: 'planning',
  })
})

it('a deleted shoot is cancelled from the time its deletion is noticed; one cancelled before is unchanged', () => {
  expect(markDeleted(kinds.shoots, firstRow, ZONE, NOW)).toEqual({
    ...firstRow,
    sequence: 1,
    modified_at: NOW,
    ended_at: NOW,
    deleted: 1,
    fingerprint: expect.any(String),
  })
  const cancelled = rowAfter({ status: 'cancelled' })
  expect(markDeleted(kinds.shoots, cancelled, ZONE, NOW)).toEqual({ ...cancelled, deleted: 1 })
})

it('a shoot revived by a restore is active again, with a higher sequence', () => {
  const deletedRow = markDeleted(kinds.shoots, rowAfter({ shoot_time: '11:00' }), ZONE, NOW)
  expect(deletedRow.sequence).toBe(2)
  expect(rowAfter({}, deletedRow)).toMatchObject({ sequence: 3, deleted: 0, ended_at: null })
})
