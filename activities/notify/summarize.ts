import { addDays } from '../platform/studioDay.ts'
import type { Message } from './channel.ts'

const LISTED_DAYS = 30
/** Ends within these days are counted separately. */
const SOON_DAYS = 7
const MAX_LISTED = 500

export interface Summary {
  lines: string[]
  shown: Message[]
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const byDate = (a: Message, b: Message): number => compare(a.dueOn, b.dueOn) || compare(a.title, b.title)

/** For example "3 have ended". */
const count = (number: number, one: string, many: string): string[] => (number === 0 ? [] : [`${number} ${number === 1 ? one : many}`])

const sentence = (what: string, counts: readonly string[]): string[] => (counts.length === 0 ? [] : [`${what}: ${counts.join(', ')}.`])

function describeCoverage(ends: readonly string[], today: string): string[] {
  const soon = addDays(today, SOON_DAYS)
  const ended = ends.filter((day) => day < today).length
  const near = ends.filter((day) => day >= today && day <= soon).length
  return sentence('Warranties and insurances', [
    ...count(ended, 'has ended', 'have ended'),
    ...count(near, `ends within ${SOON_DAYS} days`, `end within ${SOON_DAYS} days`),
    ...count(ends.length - ended - near, 'ends later', 'end later'),
  ])
}

function describeMaintenance(days: readonly string[], today: string): string[] {
  const overdue = days.filter((day) => day < today).length
  return sentence('Maintenance', [...count(overdue, 'overdue', 'overdue'), ...count(days.length - overdue, 'to come', 'to come')])
}

/** Describes what the mail leaves out: old ends and those beyond the limit. */
function describeRest(old: number, cut: readonly Message[]): string[] {
  const ended = count(old, 'warranty or insurance ended', 'warranties and insurances ended')
  const [next] = cut
  return [
    ...ended.map((text) => `${text} more than ${LISTED_DAYS} days ago. This mail does not list ${old === 1 ? 'it' : 'them'}.`),
    ...(next ? [`This mail lists the first ${MAX_LISTED}. ${cut.length} more follow, from ${next.dueOn} on.`] : []),
  ]
}

/** Summarizes several reminders and sorts them by date. @param today YYYY-MM-DD */
export function summarize(reminders: readonly Message[], today: string): Summary {
  const oldest = addDays(today, -LISTED_DAYS)
  const daysOf = (kind: string): string[] => reminders.filter((one) => one.kind === kind).map(({ dueOn }) => dueOn)
  const isOld = ({ kind, dueOn }: Message): boolean => kind === 'warranty' && dueOn < oldest
  const others = reminders.filter(({ kind }) => kind !== 'warranty' && kind !== 'maintenance').length
  const listed = reminders.filter((one) => !isOld(one)).toSorted(byDate)
  return {
    lines: [
      ...describeCoverage(daysOf('warranty'), today),
      ...describeMaintenance(daysOf('maintenance'), today),
      ...sentence('Other', count(others, 'message', 'messages')),
      ...describeRest(reminders.length - listed.length, listed.slice(MAX_LISTED)),
    ],
    shown: listed.slice(0, MAX_LISTED),
  }
}
