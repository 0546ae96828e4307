import { toTextProperty, type Component, type Property } from './component.ts'
import { toShownTitle, type CalendarEntry } from '../entry.ts'
import { formatUtc } from './formats.ts'
import { toEventTimes } from './eventTimes.ts'

export interface EventSettings {
  /** The studio's time zone, an IANA name. */
  zone: string
  /** Domain part of every UID; must never change. */
  uidHost: string
  /**
   * Number of changes of the default duration. Every SEQUENCE includes it, because such a change moves the end of
   * events.
   */
  revision: number
}

export interface CalendarEvent {
  component: Component
  years?: readonly [first: number, last: number] | undefined
}

function toStatus({ isCancelled, isTentative }: CalendarEntry): string {
  if (isCancelled) return 'CANCELLED'
  return isTentative ? 'TENTATIVE' : 'CONFIRMED'
}

const toTimestamp = (name: string, iso: string): Property => ({ name, value: formatUtc(Temporal.Instant.from(iso)) })

/**
 * Converts an entry to a VEVENT (RFC 5545 section 3.6.1; SEQUENCE: 3.8.7.4, DTSTAMP: 3.8.7.2). A cancelled one stays as
 * CANCELLED.
 */
export function toEvent(entry: CalendarEntry, { zone, uidHost, revision }: EventSettings): CalendarEvent {
  const { id, place, details, isCancelled, isFree, sequence, createdAt, updatedAt } = entry
  const { properties: times, years } = toEventTimes(entry, zone)
  const properties: Property[] = [
    { name: 'UID', value: `${id}@${uidHost}` },
    toTimestamp('DTSTAMP', updatedAt),
    toTimestamp('CREATED', createdAt),
    toTimestamp('LAST-MODIFIED', updatedAt),
    { name: 'SEQUENCE', value: String(sequence + revision) },
    ...times,
    toTextProperty('SUMMARY', toShownTitle(entry)),
    ...(place === null ? [] : [toTextProperty('LOCATION', place)]),
    ...(details === '' ? [] : [toTextProperty('DESCRIPTION', details)]),
    { name: 'STATUS', value: toStatus(entry) },
    { name: 'TRANSP', value: isCancelled || isFree ? 'TRANSPARENT' : 'OPAQUE' },
  ]
  return { component: { name: 'VEVENT', properties }, years }
}
