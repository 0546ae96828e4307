import type { Message, Summary } from '../../channels/channel.ts'
import { addDays } from '../../platform/studioDay.ts'
import { kindOf, kindsInOrder } from './kinds.ts'

const MAX_LISTED = 500

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const byDate = (a: Message, b: Message): number => compare(a.dueOn, b.dueOn) || compare(a.title, b.title)

function isListed({ kind, dueOn }: Message, today: string): boolean {
  const { unlisted } = kindOf(kind)
  return !unlisted || dueOn >= addDays(today, -unlisted.afterDays)
}

function describeOmitted(omitted: readonly Message[]): string[] {
  const [next] = omitted
  return next ? [`This mail lists the first ${MAX_LISTED}. ${omitted.length} more follow, from ${next.dueOn} on.`] : []
}

/** Summarizes several reminders and sorts them by date. @param today `YYYY-MM-DD` */
export function summarize(reminders: readonly Message[], today: string): Summary {
  const byKind = Map.groupBy(reminders, ({ kind }) => kindOf(kind))
  const listedReminders = reminders.filter((one) => isListed(one, today)).toSorted(byDate)
  const descriptions = kindsInOrder.map((kind) => ({ kind, ofKind: byKind.get(kind) ?? [] }))
  return {
    lines: [
      ...descriptions.flatMap(({ kind, ofKind }) =>
        kind.describeAll(
          ofKind.map(({ dueOn }) => dueOn),
          today,
        ),
      ),
      ...descriptions.flatMap(({ kind, ofKind }) => {
        const unlistedCount = ofKind.filter((one) => !isListed(one, today)).length
        return unlistedCount > 0 && kind.unlisted ? [kind.unlisted.describe(unlistedCount)] : []
      }),
      ...describeOmitted(listedReminders.slice(MAX_LISTED)),
    ],
    shown: listedReminders.slice(0, MAX_LISTED),
  }
}
