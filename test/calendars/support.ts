import type { CalendarInput } from '../../calendars/calendar.ts'
import type { CalendarShoot } from '../../calendars/event.ts'
import type { Shoot } from '../../contract/shoots.ts'

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

export const entryOf = (shoot: Shoot, fields: Partial<CalendarShoot> = {}): CalendarShoot => ({
  shoot,
  sequence: 0,
  modifiedAt: shoot.updated_at,
  isDeleted: false,
  ...fields,
})

export const inputOf = (shoots: readonly CalendarShoot[], fields: Partial<CalendarInput> = {}): CalendarInput => ({
  name: 'Shoots',
  zone: 'Europe/Berlin',
  defaultMinutes: 120,
  include: [],
  hidePlace: false,
  uidHost: '0123456789ab.kitroom',
  revision: 0,
  year: 2026,
  shoots,
  ...fields,
})
