import type { Shoot, ShootStatus } from '../contract/shoots.ts'
import { toTextProperty, type Component, type Property } from './component.ts'
import { formatUtc } from './formats.ts'
import { toEventTimes } from './eventTimes.ts'

export interface CalendarShoot {
  shoot: Shoot
  /** Number of changes of start, end, location or status. */
  sequence: number
  /** Last change, ISO 8601. For a deleted shoot: when the deletion was noticed. */
  modifiedAt: string
  isDeleted: boolean
}

export const optionalParts = ['client', 'notes'] as const
type OptionalPart = (typeof optionalParts)[number]

/** What events tell besides title and time. */
export interface ShownDetails {
  include: readonly OptionalPart[]
  hidePlace: boolean
}

export interface EventSettings extends ShownDetails {
  /** The studio's time zone, an IANA name. */
  zone: string
  /** Duration of a shoot that has a start time but no duration. */
  defaultMinutes: number
  /** Domain part of every UID; must never change. */
  uidHost: string
  /** Number of changes of the default duration. It is added to every SEQUENCE, because such a change moves the end of events. */
  revision: number
}

export interface CalendarEvent {
  component: Component
  years?: readonly [first: number, last: number] | undefined
}

const STATUSES: Readonly<Record<ShootStatus, string>> = {
  planning: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  completed: 'CONFIRMED',
  cancelled: 'CANCELLED',
}

/** The description of a shoot's event; '' for none. */
export function describeShoot({ locations, client_name: client, notes }: Shoot, { include, hidePlace }: ShownDetails): string {
  return [
    ...(locations.length > 1 && !hidePlace ? [['Places:', ...locations.map((place, index) => `${index + 1}. ${place}`)].join('\n')] : []),
    ...(include.includes('client') && client !== null ? [`Client: ${client}`] : []),
    ...(include.includes('notes') && notes !== null ? [notes] : []),
  ].join('\n\n')
}

const toTimestamp = (name: string, iso: string): Property => ({ name, value: formatUtc(Temporal.Instant.from(iso)) })

/**
 * Converts a shoot to a VEVENT (RFC 5545 section 3.6.1; SEQUENCE: 3.8.7.4, DTSTAMP: 3.8.7.2). A cancelled or deleted shoot stays as CANCELLED; its
 * title says so too, because some clients hide the status.
 */
export function toEvent({ shoot, sequence, modifiedAt, isDeleted }: CalendarShoot, settings: EventSettings): CalendarEvent {
  const isCancelled = isDeleted || shoot.status === 'cancelled'
  const { properties: times, years } = toEventTimes(shoot, settings.zone, settings.defaultMinutes)
  const description = describeShoot(shoot, settings)
  const properties: Property[] = [
    { name: 'UID', value: `${shoot.id}@${settings.uidHost}` },
    toTimestamp('DTSTAMP', modifiedAt),
    toTimestamp('CREATED', shoot.created_at),
    toTimestamp('LAST-MODIFIED', modifiedAt),
    { name: 'SEQUENCE', value: String(sequence + settings.revision) },
    ...times,
    toTextProperty('SUMMARY', isCancelled ? `Cancelled: ${shoot.title}` : shoot.title),
    ...(shoot.location === null || settings.hidePlace ? [] : [toTextProperty('LOCATION', shoot.location)]),
    ...(description === '' ? [] : [toTextProperty('DESCRIPTION', description)]),
    { name: 'STATUS', value: isCancelled ? 'CANCELLED' : STATUSES[shoot.status] },
    { name: 'TRANSP', value: isCancelled ? 'TRANSPARENT' : 'OPAQUE' },
  ]
  return { component: { name: 'VEVENT', properties }, years }
}
