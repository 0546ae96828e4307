import {
  getMaintenance,
  listMaintenance,
  maintenanceStatuses,
  type Maintenance,
} from '../../contract/api/maintenance.ts'
import { describeWork, freeDay, type CalendarKind, type WithItem } from './kind.ts'

const toTitle = ({ service_type: service, status, item }: WithItem<Maintenance>): string =>
  [...(status === 'completed' ? ['Done'] : []), service, ...(item ? [item.name] : [])].join(': ')

/** Services of gear, on the day on which they are due or took place. Calendars never show their cost. */
export const maintenance: CalendarKind<WithItem<Maintenance>> = {
  name: 'maintenance',
  noun: { one: 'maintenance date', many: 'maintenance dates' },
  list: listMaintenance,
  get: getMaintenance,
  listFrom: (fromDate) => ({ fromDate }),
  eventPrefix: 'maintenance.',
  statuses: maintenanceStatuses.filter((status) => status !== 'cancelled'),
  firstStatus: 'scheduled',
  include: ['provider', 'notes'],
  refused: {
    clients: 'calendar_maintenance_client',
    places: 'calendar_maintenance_place',
    hide_place: 'calendar_maintenance_hidden_place',
    default_duration: 'calendar_maintenance_time',
  },
  dayOf: ({ service_date: day }) => day,
  statusOf: ({ status }) => status,
  itemId: ({ item_id: id }) => id,
  fingerprint: ({ service_date: day }) => [day],
  isChosen: (_record, status, { statuses }) => statuses.includes(status),
  describe: (record, settings) => ({
    ...freeDay(record.service_date),
    title: toTitle(record),
    details: describeWork(record.service_provider, record.notes, settings),
  }),
}
