// What the title of a reminder says, by docs/reminders.md.
import { textOf, type DayNumber } from '../yearModel.ts'

/** Begins the title of a reminder that is escalated. */
export const ESCALATED = 'Not acknowledged yet: '

export const nameItem = ({ name, tag }: { name: string; tag: string }): string => `${name} (${tag})`

function describeEnd(ends: DayNumber, daysLeft: number): string {
  const date = `on ${textOf(ends)}`
  if (daysLeft === 0) return `ends today, ${date}`
  if (daysLeft === 1) return `ends tomorrow, ${date}`
  if (daysLeft > 1) return `ends ${date}, in ${daysLeft} days`
  return daysLeft === -1 ? `ended yesterday, ${date}` : `ended ${date}, ${-daysLeft} days ago`
}

/** @param item undefined without an item, which the title of the document replaces */
export const describeCoverage = (
  kind: 'warranty' | 'insurance',
  item: string | undefined,
  title: string,
  ends: DayNumber,
  day: DayNumber,
): string =>
  `${kind === 'warranty' ? 'Warranty' : 'Insurance'} ${item === undefined ? `"${title}"` : `of ${item}`} ${describeEnd(ends, ends - day)}`

export const describeService = (service: string, item: string, due: DayNumber, day: DayNumber): string =>
  `${service} of ${item} ${due < day ? `was due on ${textOf(due)} and is not done` : `is due on ${textOf(due)}`}`

export const describeCovered = (service: string, item: string, ends: DayNumber): string =>
  `${service} of ${item}: the item is still covered until ${textOf(ends)}`

export const describeShoot = (
  { title, client, time }: { title: string; client: string | null; time: string | null },
  isToday: boolean,
): string =>
  `Shoot ${isToday ? 'today' : 'tomorrow'}${time === null ? '' : ` at ${time}`}: ${title}${client === null ? '' : ` (${client})`}`

export const describeReading = (
  item: string,
  { change, from }: { change: 'fallen' | 'jumped'; from: number },
  now: number,
): string =>
  change === 'fallen'
    ? `The meter of ${item} fell from ${from} to ${now} shutter releases`
    : `The meter of ${item} rose from ${from} to ${now} shutter releases, unusually fast`
