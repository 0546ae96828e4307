import type { Message, Summary, SummarySection } from '../../messages/channels/channel.ts'
import { englishTexts, type Texts } from '../../messages/languages/texts.ts'
import { addDays } from '../../platform/studioDay.ts'
import type { NotificationKind, NotificationKinds } from './kind.ts'

const DAYS_OF_WEEK = 7

const compareReminders = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const compareDates = (a: Message, b: Message): number =>
  compareReminders(a.dueOn, b.dueOn) || compareReminders(a.title, b.title)

interface KindGroup {
  kind: NotificationKind
  reminders: readonly Message[]
  /** Reminders that are too old for the list. */
  unlisted: readonly Message[]
}

function groupByKind(kinds: NotificationKinds, reminders: readonly Message[], today: string): KindGroup[] {
  const byKind = Map.groupBy(reminders, ({ kind }) => kinds.find(kind))
  return kinds.all.map((kind) => {
    const ofKind = byKind.get(kind) ?? []
    const oldestListed = kind.unlisted ? addDays(today, -kind.unlisted.afterDays) : ''
    return { kind, reminders: ofKind, unlisted: ofKind.filter(({ dueOn }) => dueOn < oldestListed) }
  })
}

type DigestDays = { days: keyof Texts['digest']; count: number }[]

/** Counts the reminders of a digest by day: overdue, today, this week, later. */
function countDays(reminders: readonly Message[], today: string): DigestDays {
  const weekEnd = addDays(today, DAYS_OF_WEEK)
  const count = (isIn: (day: string) => boolean): number => reminders.filter(({ dueOn }) => isIn(dueOn)).length
  const counts: DigestDays = [
    { days: 'overdue', count: count((day) => day < today) },
    { days: 'today', count: count((day) => day === today) },
    { days: 'withinWeek', count: count((day) => day > today && day <= weekEnd) },
    { days: 'later', count: count((day) => day > weekEnd) },
  ]
  return counts.filter((one) => one.count > 0)
}

const toSections = (reminders: readonly Message[], { today, texts = englishTexts }: SummaryOptions): SummarySection[] =>
  countDays(reminders, today).map(({ days, count }) => ({ title: texts.digest[days], count }))

const describeDays = (reminders: readonly Message[], { today, texts = englishTexts }: SummaryOptions): string =>
  `${countDays(reminders, today)
    .map(({ days, count }) => `${texts.format.count(count)} ${texts.digestCounts[days]}`)
    .join(', ')}.`

export interface SummaryOptions {
  /** `YYYY-MM-DD`. */
  today: string
  isDigest: boolean
  /** Default: English. */
  texts?: Texts
}

/** Summarizes several reminders and sorts them by date. */
export function summarizeReminders(
  kinds: NotificationKinds,
  reminders: readonly Message[],
  options: SummaryOptions,
): Summary {
  const { today, isDigest, texts = englishTexts } = options
  const groups = groupByKind(kinds, reminders, today)
  const unlisted = new Set(groups.flatMap((group) => group.unlisted))
  const listed = reminders.filter((one) => !unlisted.has(one)).toSorted(compareDates)
  return {
    lines: [
      ...(isDigest ? [describeDays(reminders, options)] : []),
      ...groups.flatMap((group) => {
        const dueDays = group.reminders.map(({ dueOn }) => dueOn)
        return group.kind.describeAll(dueDays, today, texts)
      }),
      ...groups.flatMap((group) =>
        group.kind.unlisted && group.unlisted.length > 0
          ? [group.kind.unlisted.describe(group.unlisted.length, texts)]
          : [],
      ),
    ],
    shown: listed,
    ...(isDigest ? { sections: toSections(listed, options) } : {}),
  }
}
