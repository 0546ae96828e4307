import { firstEndAfter } from '../../state/coverage.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { addDays, momentAt } from '../../platform/studioDay.ts'
import type { Today } from './queueDue.ts'

/**
 * Moment of the next reminder step of any coverage, at that day's reminder time. Takes one query per step, regardless of the number of ends.
 * @returns Unix milliseconds; null when no step is left
 */
export async function nextDueMoment(tx: Tx, { settledDay, config, timeZone }: Today & { timeZone: string }): Promise<number | null> {
  const days: string[] = []
  for (const step of config.warranty.steps) {
    const end = await firstEndAfter(tx, addDays(settledDay, step))
    if (end !== undefined) days.push(addDays(end, -step))
  }
  const [first] = days.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  return first === undefined ? null : momentAt(first, config.reminders.at, timeZone)
}
