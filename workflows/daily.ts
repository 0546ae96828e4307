import { ApplicationFailure, isCancellation, log } from '@temporalio/workflow'
import type { Counts, Day } from '../activities/automation.ts'
import type { DailyInput } from '../contract/temporal.ts'
import { failureReason } from './failureReason.ts'
import { beginning, stepping } from './proxies.ts'

/** What is done every day, in this order: later steps build on what earlier ones wrote. */
const steps: Readonly<Record<string, (day: Day) => Promise<Counts>>> = {
  planMaintenance: (day) => stepping.planMaintenance(day),
  followService: (day) => stepping.followService(day),
  reconcileWarranties: (day) => stepping.reconcileWarranties(day),
  remindOfMaintenance: (day) => stepping.remindOfMaintenance(day),
  sendReminders: () => stepping.sendReminders({}),
}

/**
 * One day of the studio. A step that fails keeps no later one from being tried; the workflow fails at the end and names those that did.
 * Answers what each step counted.
 * @throws ApplicationFailure `daily_failed`
 */
export async function daily(input: DailyInput): Promise<Record<string, Counts>> {
  const day = await beginning.beginDay(input)
  const done: Record<string, Counts> = {}
  const faults: string[] = []
  for (const [name, run] of Object.entries(steps)) {
    try {
      done[name] = await run(day)
    } catch (error) {
      if (isCancellation(error)) throw error
      const { code, detail } = failureReason(error)
      log.error('a step of the day failed', { step: name, day: day.day, code })
      faults.push(`${name}: ${detail}`)
    }
  }
  if (faults.length > 0) throw ApplicationFailure.nonRetryable(faults.join('\n'), 'daily_failed', done)
  return done
}
