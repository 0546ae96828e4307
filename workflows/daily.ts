import { ApplicationFailure, isCancellation, log } from '@temporalio/workflow'
import type { Counts, Day } from '../activities/shared/automation.ts'
import type { EndedDay } from '../activities/daily/endDay.ts'
import type { DailyInput } from '../contract/temporal.ts'
import { failureReason } from './failureReason.ts'
import { withOneHourBudget, withTwentyHourBudget } from './proxies.ts'
import { sendDue } from './sendQueued.ts'

const steps: Readonly<Record<string, (day: Day) => Promise<Counts>>> = {
  planMaintenance: (day) =>
    withOneHourBudget.planMaintenance.executeWithOptions({ summary: `Create maintenance that is due, ${day.day}` }, [
      day,
    ]),
  followService: ({ day }) =>
    withOneHourBudget.followService.executeWithOptions({ summary: `Set the status of gear in service, ${day}` }, []),
  reconcileWarranties: (day) =>
    withOneHourBudget.reconcileWarranties.executeWithOptions(
      { summary: `Reconcile warranties and insurances, ${day.day}` },
      [day],
    ),
  remindOfShoots: (day) =>
    withOneHourBudget.remindOfShoots.executeWithOptions({ summary: `Queue reminders of shoots, ${day.day}` }, [day]),
  remindOfMaintenance: (day) =>
    withOneHourBudget.remindOfMaintenance.executeWithOptions(
      { summary: `Queue reminders of maintenance, ${day.day}` },
      [day],
    ),
  sendReminders: () => sendDue('30m'),
}

/**
 * Runs the steps of a day. A failed step does not prevent later ones. At the end the workflow fails and names the
 * failed steps.
 * @returns the counts of each step
 * @throws ApplicationFailure `daily_failed`
 */
export async function daily(input: DailyInput): Promise<Record<string, Counts>> {
  const day = await withTwentyHourBudget.beginDay.executeWithOptions({ summary: 'Begin the daily run' }, [input])
  const done: Record<string, Counts> = {}
  const failed: EndedDay['failed'][number][] = []
  for (const [step, run] of Object.entries(steps)) {
    if (input.steps && !input.steps.includes(step)) continue
    try {
      done[step] = await run(day)
    } catch (error) {
      if (isCancellation(error)) throw error
      const { code, detail, sentences } = failureReason(error)
      log.error('a step of the daily run failed', { step, day: day.day, code })
      failed.push({ step, detail, ...(sentences && { sentences }) })
    }
  }
  const options = { summary: `End the daily run of ${day.day}, failed steps: ${failed.length}` }
  await withTwentyHourBudget.endDay.executeWithOptions(options, [{ ...day, failed, done }])
  if (failed.length > 0)
    throw ApplicationFailure.nonRetryable(
      failed.map(({ step, detail }) => `${step}: ${detail}`).join('\n'),
      'daily_failed',
      done,
    )
  return done
}
