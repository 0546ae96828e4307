import type { Message, Summary, SummarySection } from '../../channels/channel.ts'
import { addDays } from '../../platform/studioDay.ts'
import type { NotificationKind } from './kind.ts'
import { findNotificationKind, notificationKinds } from './kinds.ts'

const DAYS_OF_WEEK = 7

const compareReminders = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const compareDates = (a: Message, b: Message): number => compareReminders(a.dueOn, b.dueOn) || compareReminders(a.title, b.title)

interface KindGroup {
  kind: NotificationKind
  reminders: readonly Message[]
  /** Those that are too old to be listed. */
  unlisted: readonly Message[]
}

function groupByKind(reminders: readonly Message[], today: string): KindGroup[] {
  const byKind = Map.groupBy(reminders, ({ kind }) => findNotificationKind(kind))
  return notificationKinds.map((kind) => {
    const ofKind = byKind.get(kind) ?? []
    const oldestListed = kind.unlisted ? addDays(today, -kind.unlisted.afterDays) : ''
    return { kind, reminders: ofKind, unlisted: ofKind.filter(({ dueOn }) => dueOn < oldestListed) }
  })
}

/** The days of a digest: overdue, today, this week, later. */
function countDays(reminders: readonly Message[], today: string): SummarySection[] {
  const weekEnd = addDays(today, DAYS_OF_WEEK)
  const count = (isIn: (day: string) => boolean): number => reminders.filter(({ dueOn }) => isIn(dueOn)).length
  const sections = [
    { title: 'Overdue', count: count((day) => day < today) },
    { title: 'Today', count: count((day) => day === today) },
    { title: 'Within a week', count: count((day) => day > today && day <= weekEnd) },
    { title: 'Later', count: count((day) => day > weekEnd) },
  ]
  return sections.filter((section) => section.count > 0)
}

const describeDays = (reminders: readonly Message[], today: string): string =>
  `${countDays(reminders, today)
    .map(({ title, count }) => `${count} ${title.toLowerCase()}`)
    .join(', ')}.`

export interface SummaryOptions {
  /** `YYYY-MM-DD`. */
  today: string
  isDigest: boolean
}

/** Summarizes several reminders and sorts them by date. */
export function summarizeReminders(reminders: readonly Message[], { today, isDigest }: SummaryOptions): Summary {
  const groups = groupByKind(reminders, today)
  const unlisted = new Set(groups.flatMap((group) => group.unlisted))
  const listed = reminders.filter((one) => !unlisted.has(one)).toSorted(compareDates)
  return {
    lines: [
      ...(isDigest ? [describeDays(reminders, today)] : []),
      ...groups.flatMap((group) => {
        const dueDays = group.reminders.map(({ dueOn }) => dueOn)
        return group.kind.describeAll(dueDays, today)
      }),
      ...groups.flatMap((group) => (group.kind.unlisted && group.unlisted.length > 0 ? [group.kind.unlisted.describe(group.unlisted.length)] : [])),
    ],
    shown: listed,
    ...(isDigest ? { sections: countDays(listed, today) } : {}),
  }
}
