import { getShoot, listShoots, shootStatuses, type Shoot } from '../../contract/api/shoots.ts'
import type { CalendarKind, ShownSettings } from './kind.ts'
import { showsShoot } from './showsShoot.ts'

function describeShoot(
  { locations, client_name: client, notes }: Shoot,
  { include, hide_place: hidePlace }: ShownSettings,
): string {
  const parts: string[] = []
  const places = locations.map((place, index) => `${index + 1}. ${place}`)
  if (places.length > 1 && !hidePlace) parts.push(['Places:', ...places].join('\n'))
  if (include.includes('client') && client !== null) parts.push(`Client: ${client}`)
  if (include.includes('notes') && notes !== null) parts.push(notes)
  return parts.join('\n\n')
}

export const shoots: CalendarKind<Shoot> = {
  name: 'shoots',
  noun: { one: 'shoot', many: 'shoots' },
  list: listShoots,
  get: getShoot,
  listFrom: (fromDate) => ({ fromDate }),
  eventPrefix: 'shoot.',
  // A cancelled shoot stays visible as cancelled, so nobody can choose that status.
  statuses: shootStatuses.filter((status) => status !== 'cancelled'),
  firstStatus: 'planning',
  include: ['client', 'notes'],
  refused: {},
  dayOf: ({ shoot_date: day }) => day,
  statusOf: ({ status }) => status,
  // The time zone matters only for a shoot with a time.
  fingerprint: (shoot, zone) => [
    shoot.shoot_date,
    shoot.shoot_time && [shoot.shoot_time, zone],
    shoot.duration_minutes,
    shoot.locations,
  ],
  isChosen: (shoot, status, settings) => showsShoot(settings, shoot, status),
  describe: (shoot, settings) => ({
    title: shoot.title,
    day: shoot.shoot_date,
    time: shoot.shoot_time,
    minutes: shoot.duration_minutes ?? (shoot.shoot_time === null ? 0 : settings.default_duration),
    place: settings.hide_place ? null : shoot.location,
    details: describeShoot(shoot, settings),
    isTentative: shoot.status === 'planning',
    isFree: false,
  }),
}
