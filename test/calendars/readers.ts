import ICAL from 'ical.js'
import { sync as nodeIcal } from 'node-ical'

/** An event as a library reads it: times in UTC, days as YYYY-MM-DD. */
export interface ReadEvent {
  uid: string
  start: string
  end: string
  status: string
  sequence: number
  summary: string
  location: string | null
  description: string | null
}

const byUid = (a: ReadEvent, b: ReadEvent): number => (a.uid < b.uid ? -1 : 1)

const timeOf = (time: InstanceType<typeof ICAL.Time>): string =>
  time.isDate ? time.toString() : time.toJSDate().toISOString()

/** No event recurs. Without a list of exceptions, ical.js searches the whole calendar for each event. */
const READ_ALONE = { strictExceptions: true, exceptions: [] }

export function readIcalJs(text: string): ReadEvent[] {
  if (!ICAL.design.strict) throw new Error('ical.js is lenient')
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar
    .getAllSubcomponents('vevent')
    .map((component) => {
      const event = new ICAL.Event(component, READ_ALONE)
      return {
        uid: event.uid,
        start: timeOf(event.startDate),
        end: timeOf(event.endDate),
        status: String(component.getFirstPropertyValue('status')),
        sequence: event.sequence,
        summary: event.summary,
        location: event.location,
        description: event.description,
      }
    })
    .toSorted(byUid)
}

type NodeDate = Date & { dateOnly?: true }
type NodeText = string | { val: string } | undefined

const nodeTime = (time: NodeDate): string => (time.dateOnly ? time.toISOString().slice(0, 10) : time.toISOString())

const nodeText = (text: NodeText): string | null => (typeof text === 'object' ? text.val : (text ?? null))

export function readNodeIcal(text: string): ReadEvent[] {
  return Object.values(nodeIcal.parseICS(text))
    .flatMap((component) => (component?.type === 'VEVENT' ? [component] : []))
    .map((event) => ({
      uid: event.uid,
      start: nodeTime(event.start as NodeDate),
      end: nodeTime(event.end as NodeDate),
      status: String(event.status),
      sequence: Number(event.sequence),
      summary: nodeText(event.summary) ?? '',
      location: nodeText(event.location),
      description: nodeText(event.description),
    }))
    .toSorted(byUid)
}
