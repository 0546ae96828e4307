import { serializeComponent, toTextProperty, type Property } from './component.ts'
import type { CalendarEntry } from '../entry.ts'
import { toEvent, type EventSettings } from './event.ts'
import { toZoneComponent } from './zoneComponent.ts'

export interface CalendarInput extends EventSettings {
  name: string
  color?: string | undefined
  /** URL to fetch the calendar again; missing in an exported file. */
  url?: string | undefined
  entries: readonly CalendarEntry[]
  year: number
}

const PRODUCT = '-//Kitroom//Kitroom//EN'
/** Suggested polling interval; many clients ignore it. */
const REFRESH_INTERVAL = 'PT1H'

function toCalendarProperties({ name, color, url, zone }: CalendarInput): Property[] {
  return [
    { name: 'VERSION', value: '2.0' },
    { name: 'PRODID', value: PRODUCT },
    { name: 'CALSCALE', value: 'GREGORIAN' },
    { name: 'METHOD', value: 'PUBLISH' },
    toTextProperty('NAME', name),
    toTextProperty('X-WR-CALNAME', name),
    toTextProperty('X-WR-TIMEZONE', zone),
    { name: 'REFRESH-INTERVAL', params: { VALUE: 'DURATION' }, value: REFRESH_INTERVAL },
    { name: 'X-PUBLISHED-TTL', value: REFRESH_INTERVAL },
    ...(url === undefined ? [] : [{ name: 'SOURCE', params: { VALUE: 'URI' }, value: url }]),
    ...(color === undefined ? [] : [toTextProperty('COLOR', color)]),
  ]
}

const toSortKey = ({ day, time, id }: CalendarEntry): string => `${day} ${time ?? ''} ${id}`

const compareStarts = (a: CalendarEntry, b: CalendarEntry): number => (toSortKey(a) < toSortKey(b) ? -1 : 1)

/**
 * Renders a calendar (RFC 5545 section 3.4; properties of RFC 7986 section 5). Events are sorted by start, so equal
 * input gives equal bytes. Without events it contains the time zone, because a calendar needs a component (section
 * 3.6).
 */
export function renderCalendarText(input: CalendarInput): string {
  const events = input.entries.toSorted(compareStarts).map((entry) => toEvent(entry, input))
  const years = events.flatMap((event) => event.years ?? [])
  const [first, last] = years.length === 0 ? [input.year, input.year] : [Math.min(...years), Math.max(...years)]
  const zones = years.length > 0 || events.length === 0 ? [toZoneComponent(input.zone, first, last)] : []
  return serializeComponent({
    name: 'VCALENDAR',
    properties: toCalendarProperties(input),
    components: [...zones, ...events.map(({ component }) => component)],
  })
}
