import type { Message, Summary } from '../../channels/channel.ts'
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
function describeDays(reminders: readonly Message[], today: string): string[] {
  const weekEnd = addDays(today, DAYS_OF_WEEK)
  const count = (isIn: (day: string) => boolean): number => reminders.filter(({ dueOn }) => isIn(dueOn)).length
  const counts: [string, number][] = [
    ['overdue', count((day) => day < today)],
    ['today', count((day) => day === today)],
    ['within a week', count((day) => day > today && day <= weekEnd)],
    ['later', count((day) => day > weekEnd)],
  ]
  return [`${counts.flatMap(([name, number]) => (number === 0 ? [] : [`${number} ${name}`])).join(', ')}.`]
}

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
      ...(isDigest ? describeDays(reminders, today) : []),
      ...groups.flatMap((group) => {
        const dueDays = group.reminders.map(({ dueOn }) => dueOn)
        return group.kind.describeAll(dueDays, today)
      }),
      ...groups.flatMap((group) => (group.kind.unlisted && group.unlisted.length > 0 ? [group.kind.unlisted.describe(group.unlisted.length)] : [])),
    ],
    shown: listed,
  }
}
