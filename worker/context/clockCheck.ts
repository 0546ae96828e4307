import { ApplicationFailure } from '@temporalio/activity'
import type { Api } from '../../activities/shared/api.ts'
import { getProfile } from '../../contract/api/profile.ts'
import { createCorrectedClock, type CorrectedClock } from '../../platform/correctedClock.ts'
import type { Logger } from '../../platform/log.ts'

const MINUTE_MS = 60 * 1000
const RETRY_DELAY = '10s'

/** Compares the worker's clock with the API server's. */
export interface ClockCheck {
  /** Returns the milliseconds ahead of the API server; 0 while the clocks agree. */
  aheadMs(): number
  /** Compares the clocks if a comparison is due. @throws the client's errors */
  compare(): Promise<void>
}

/** Check for a clock that needs no comparison. */
export const trustedClockCheck: ClockCheck = { aheadMs: () => 0, compare: () => Promise.resolve() }

function formatMinutes(minutes: number): string {
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`
}

/** @param aheadMs not 0 */
export function describeClockDifference(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / MINUTE_MS)
  return `${formatMinutes(minutes)} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the API server`
}

export const CLOCK_CONSEQUENCE =
  'The daily run, warranties and all reminders wait until both agree. Set the clock that is wrong.'

/** Creates the worker's clock, corrected to the API server's if they differ; logs the difference. */
export const createWorkerClock = (log: Logger): CorrectedClock =>
  createCorrectedClock((aheadMs) => {
    if (aheadMs === 0) log.info('the clock of this machine agrees with that of the API server again')
    else
      log.error(
        { aheadMinutes: Math.round(aheadMs / MINUTE_MS) },
        `the clock of this machine is ${describeClockDifference(aheadMs)}. ${CLOCK_CONSEQUENCE}`,
      )
  })

/** Reads the time of the API server, to the second. */
async function readServerMs(api: Api): Promise<number> {
  const { headers } = await api.call(getProfile)
  const serverMs = Date.parse(headers['date'] ?? '')
  if (Number.isNaN(serverMs)) throw new Error('The API server, or a proxy before it, sends no Date')
  return serverMs
}

export const createClockCheck = (clock: CorrectedClock, api: Api): ClockCheck => ({
  aheadMs: () => clock.aheadMs(),
  compare: () => clock.compare(() => readServerMs(api)),
})

/**
 * Compares the clocks if the API answers. Otherwise the last comparison stays valid, and jumps of the local clock are
 * still detected.
 */
export const tryCompareClocks = (clockCheck: ClockCheck, log: Logger): Promise<void> =>
  clockCheck.compare().catch((error: unknown) => log.debug({ err: error }, 'the clocks could not be compared'))

/** Activities that depend on the current date. */
const DATE_DEPENDENT = new Set([
  'beginDay',
  'planMaintenance',
  'reconcileWarranties',
  'remindOfMaintenance',
  'remindOfShoots',
  'sendReminders',
  'notifyCoverage',
])

type Activity = (...input: never[]) => Promise<unknown>

/**
 * Fails date-dependent activities with a retryable error while the clocks differ, so that no reminder is sent on a
 * wrong date.
 */
export function failWhileClocksDiffer(
  activities: object,
  clockCheck: ClockCheck,
  log: Logger,
): Record<string, Activity> {
  const withClockCheck =
    (activity: Activity): Activity =>
    async (...input) => {
      await tryCompareClocks(clockCheck, log)
      const aheadMs = clockCheck.aheadMs()
      if (aheadMs === 0) return activity(...input)
      throw ApplicationFailure.create({
        message: `The clock of the worker's machine is ${describeClockDifference(aheadMs)}.`,
        type: 'clock_differs',
        nextRetryDelay: RETRY_DELAY,
      })
    }
  return Object.fromEntries(
    Object.entries(activities as Record<string, Activity>).map(([name, activity]) => [
      name,
      DATE_DEPENDENT.has(name) ? withClockCheck(activity) : activity,
    ]),
  )
}
