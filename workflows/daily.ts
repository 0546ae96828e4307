import { ApplicationFailure, isCancellation, log, patched } from '@temporalio/workflow'
import type { Counts, Day } from '../activities/shared/automation.ts'
import type { DailyActivities } from '../activities/daily/types.ts'
import type { DailyInput } from '../contract/temporal.ts'
import { failureReason } from './failureReason.ts'
import { notifyActivities, withOneHourBudget, withTwentyHourBudget } from './proxies.ts'

const steps: Readonly<Record<string, (day: Day) => Promise<Counts>>> = {
  planMaintenance: (day) => withOneHourBudget.planMaintenance(day),
  followService: (day) => withOneHourBudget.followService(day),
  reconcileWarranties: (day) => withOneHourBudget.reconcileWarranties(day),
  remindOfShoots: (day) => withOneHourBudget.remindOfShoots(day),
  remindOfMaintenance: (day) => withOneHourBudget.remindOfMaintenance(day),
  sendReminders: () => notifyActivities('30m').sendReminders({}),
}

type Failed = Parameters<DailyActivities['endDay']>[0]['failed'][number]

/**
 * The daily run. A failed step does not prevent later ones; the workflow fails at the end and names the failed steps.
 * @returns the counts of each step
 * @throws ApplicationFailure `daily_failed`
 */
export async function daily(input: DailyInput): Promise<Record<string, Counts>> {
  const day = await withTwentyHourBudget.beginDay(input)
  const done: Record<string, Counts> = {}
  const failed: Failed[] = []
  for (const [step, run] of Object.entries(steps)) {
    if (input.steps && !input.steps.includes(step)) continue
    if (step === 'remindOfShoots' && !patched('remind-of-shoots')) continue
    try {
      done[step] = await run(day)
    } catch (error) {
      if (isCancellation(error)) throw error
      const { code, detail } = failureReason(error)
      log.error('a step of the daily run failed', { step, day: day.day, code })
      failed.push({ step, detail })
    }
  }
  if (patched('end-day')) await withTwentyHourBudget.endDay({ ...day, failed, done })
  if (failed.length > 0)
    throw ApplicationFailure.nonRetryable(
      failed.map(({ step, detail }) => `${step}: ${detail}`).join('\n'),
      'daily_failed',
      done,
    )
  return done
}
