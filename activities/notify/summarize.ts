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

function describeCut(cut: readonly Message[]): string[] {
  const [next] = cut
  return next ? [`This mail lists the first ${MAX_LISTED}. ${cut.length} more follow, from ${next.dueOn} on.`] : []
}

/** Summarizes several reminders and sorts them by date. @param today `YYYY-MM-DD` */
export function summarize(reminders: readonly Message[], today: string): Summary {
  const byKind = Map.groupBy(reminders, ({ kind }) => kindOf(kind))
  const listed = reminders.filter((one) => isListed(one, today)).toSorted(byDate)
  const descriptions = kindsInOrder.map((kind) => ({ kind, some: byKind.get(kind) ?? [] }))
  return {
    lines: [
      ...descriptions.flatMap(({ kind, some }) =>
        kind.describeAll(
          some.map(({ dueOn }) => dueOn),
          today,
        ),
      ),
      ...descriptions.flatMap(({ kind, some }) => {
        const old = some.filter((one) => !isListed(one, today)).length
        return old > 0 && kind.unlisted ? [kind.unlisted.describe(old)] : []
      }),
      ...describeCut(listed.slice(MAX_LISTED)),
    ],
    shown: listed.slice(0, MAX_LISTED),
  }
}
