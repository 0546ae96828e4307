import type { CalendarInput } from '../../calendars/ical/calendar.ts'
import type { CalendarEntry } from '../../calendars/entry.ts'
import { kinds } from '../../calendars/kinds/all.ts'
import type { ShownSettings } from '../../calendars/kinds/kind.ts'
import { updateRow } from '../../calendars/row.ts'
import { toEntry } from '../../calendars/toEntry.ts'
import { shootStatuses, type Shoot } from '../../contract/api/shoots.ts'

/** A shoot as the API returns it. Its id is derived from `number`. */
export const shootOf = (number: number, fields: Partial<Shoot> = {}): Shoot => ({
  id: `01976f00-0000-7000-8000-${String(number).padStart(12, '0')}`,
  title: `Shoot ${number}`,
  client_name: null,
  shoot_date: '2026-06-10',
  shoot_time: '10:00',
  duration_minutes: 90,
  location: null,
  locations: [],
  status: 'confirmed',
  completion_progress: 0,
  notes: null,
  created_at: '2026-01-05T08:00:00.000Z',
  updated_at: '2026-02-06T09:30:15.250Z',
  ...fields,
})

/** A shoot, and what the worker's table knows of its event. */
interface StoredShoot {
  shoot: Shoot
  sequence: number
  modifiedAt: string
  isDeleted: boolean
}

export const entryOf = (shoot: Shoot, fields: Partial<StoredShoot> = {}): StoredShoot => ({
  shoot,
  sequence: 0,
  modifiedAt: shoot.updated_at,
  isDeleted: false,
  ...fields,
})

export type ShootSettings = Pick<ShownSettings, 'include' | 'hide_place' | 'default_duration'>

/** The entry of a shoot in a calendar of all shoots. */
export function toShootEntry(
  { shoot, sequence, modifiedAt, isDeleted }: StoredShoot,
  settings: Partial<ShootSettings> = {},
): CalendarEntry {
  const row = { ...updateRow(kinds.shoots, undefined, shoot, 'Europe/Berlin'), sequence, modified_at: modifiedAt }
  const shown = { statuses: shootStatuses, include: [], default_duration: 120, ...settings }
  return toEntry(isDeleted ? { ...row, deleted: 1, ended_at: modifiedAt } : row, shown)
}

export type InputFields = Partial<Omit<CalendarInput, 'entries'> & ShootSettings>

export const inputOf = (
  shoots: readonly StoredShoot[],
  { include = [], hide_place, default_duration = 120, ...fields }: InputFields = {},
): CalendarInput => ({
  name: 'Shoots',
  zone: 'Europe/Berlin',
  uidHost: '0123456789ab.kitroom',
  revision: 0,
  year: 2026,
  entries: shoots.map((shoot) => toShootEntry(shoot, { include, hide_place, default_duration })),
  ...fields,
})
