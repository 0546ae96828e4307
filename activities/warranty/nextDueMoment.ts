import { firstEndAfter } from '../../state/coverage.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { addDays, momentAt } from '../studioDay.ts'
import type { Today } from './queueDue.ts'

/**
 * The moment at which the next step of any coverage falls due: the hour of reminders on its day. One look-up for each step, however many ends
 * there are.
 * @returns milliseconds since 1970; null when no step is left
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
