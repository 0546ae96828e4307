import type { Shoot, ShootStatus } from '../contract/shoots.ts'
import { textProperty, type Component, type Property } from './component.ts'
import { utcForm } from './forms.ts'
import { timesOf } from './times.ts'

/** A shoot as a calendar knows it. */
export interface CalendarShoot {
  shoot: Shoot
  /** How often start, end, place or status have changed. */
  sequence: number
  /** When the event changed last, ISO 8601: for a deleted shoot when that was noticed, else its `updated_at`. */
  modifiedAt: string
  isDeleted: boolean
}

/** What may be told beside title, time and place. */
export const extras = ['client', 'notes'] as const
export type Extra = (typeof extras)[number]

/** What all events of a calendar have in common. */
export interface EventSettings {
  /** The studio's, an IANA name. */
  zone: string
  /** Length of a shoot that tells a time and no length. */
  defaultMinutes: number
  include: readonly Extra[]
  /** What stands behind the @ of every UID; it must never change. */
  uidHost: string
  /** How often the calendar's settings have moved the end of events. */
  revision: number
}

/** An event, and the years of its wall times where they are in the studio's zone. */
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

function describe({ locations, client_name: client, notes }: Shoot, include: readonly Extra[]): string {
  return [
    ...(locations.length > 1 ? [['Places:', ...locations.map((place, index) => `${index + 1}. ${place}`)].join('\n')] : []),
    ...(include.includes('client') && client !== null ? [`Client: ${client}`] : []),
    ...(include.includes('notes') && notes !== null ? [notes] : []),
  ].join('\n\n')
}

const moment = (name: string, iso: string): Property => ({ name, value: utcForm(Temporal.Instant.from(iso)) })

/**
 * A shoot as a VEVENT (RFC 5545 section 3.6.1). A shoot that is cancelled or deleted keeps its event, with the status CANCELLED (section
 * 3.8.1.11), and says so in its title, because not every reader shows the status. SEQUENCE: section 3.8.7.4; DTSTAMP without a method that
 * asks for more is LAST-MODIFIED (section 3.8.7.2).
 */
export function eventOf({ shoot, sequence, modifiedAt, isDeleted }: CalendarShoot, settings: EventSettings): CalendarEvent {
  const isCancelled = isDeleted || shoot.status === 'cancelled'
  const { properties: times, years } = timesOf(shoot, settings.zone, settings.defaultMinutes)
  const description = describe(shoot, settings.include)
  const properties: Property[] = [
    { name: 'UID', value: `${shoot.id}@${settings.uidHost}` },
    moment('DTSTAMP', modifiedAt),
    moment('CREATED', shoot.created_at),
    moment('LAST-MODIFIED', modifiedAt),
    { name: 'SEQUENCE', value: String(sequence + settings.revision) },
    ...times,
    textProperty('SUMMARY', isCancelled ? `Cancelled: ${shoot.title}` : shoot.title),
    ...(shoot.location === null ? [] : [textProperty('LOCATION', shoot.location)]),
    ...(description === '' ? [] : [textProperty('DESCRIPTION', description)]),
    { name: 'STATUS', value: isCancelled ? 'CANCELLED' : STATUSES[shoot.status] },
    { name: 'TRANSP', value: isCancelled ? 'TRANSPARENT' : 'OPAQUE' },
  ]
  return { component: { name: 'VEVENT', properties }, years }
}
