import { serialize, textProperty, type Property } from './component.ts'
import { eventOf, type CalendarShoot, type EventSettings } from './event.ts'
import { zoneComponent } from './zone.ts'

/** What a calendar is made of. */
export interface CalendarInput extends EventSettings {
  name: string
  /** A colour name of CSS. */
  color?: string | undefined
  /** Where the calendar can be read again; a file that is handed out has none. */
  url?: string | undefined
  shoots: readonly CalendarShoot[]
  /** The year of today in the studio. */
  year: number
}

const PRODUCT = '-//Kitroom//Kitroom//EN'
/** How often readers should look: few do as they are told. */
const REFRESH_EVERY = 'PT1H'

function calendarProperties({ name, color, url, zone }: CalendarInput): Property[] {
  return [
    { name: 'VERSION', value: '2.0' },
    { name: 'PRODID', value: PRODUCT },
    { name: 'CALSCALE', value: 'GREGORIAN' },
    { name: 'METHOD', value: 'PUBLISH' },
    textProperty('NAME', name),
    textProperty('X-WR-CALNAME', name),
    textProperty('X-WR-TIMEZONE', zone),
    { name: 'REFRESH-INTERVAL', params: { VALUE: 'DURATION' }, value: REFRESH_EVERY },
    { name: 'X-PUBLISHED-TTL', value: REFRESH_EVERY },
    ...(url === undefined ? [] : [{ name: 'SOURCE', params: { VALUE: 'URI' }, value: url }]),
    ...(color === undefined ? [] : [textProperty('COLOR', color)]),
  ]
}

const byStart = ({ shoot: a }: CalendarShoot, { shoot: b }: CalendarShoot): number => {
  const [left, right] = [a, b].map(({ shoot_date: date, shoot_time: time, id }) => `${date} ${time ?? ''} ${id}`)
  return (left ?? '') < (right ?? '') ? -1 : 1
}

/**
 * A calendar as the text of a file (RFC 5545 section 3.4): its properties (section 3.7; RFC 7986 sections 5.1, 5.7, 5.8 and 5.9), the
 * VTIMEZONE of the zone that its events are in, the events by their start. The same input makes the same bytes. A calendar must have a
 * component (section 3.6): one without events has the zone alone.
 */
export function calendarText(input: CalendarInput): string {
  const events = input.shoots.toSorted(byStart).map((shoot) => eventOf(shoot, input))
  const years = events.flatMap((event) => event.years ?? [])
  const [first, last] = years.length === 0 ? [input.year, input.year] : [Math.min(...years), Math.max(...years)]
  const zones = years.length > 0 || events.length === 0 ? [zoneComponent(input.zone, first, last)] : []
  return serialize({ name: 'VCALENDAR', properties: calendarProperties(input), components: [...zones, ...events.map(({ component }) => component)] })
}
