import { toWeekday, type Digest, type Quiet } from '../../../config/personTimes.ts'
import { addDays, localTimeToMs, toStudioDay } from '../../../platform/studioDay.ts'

/** Time that the daily run has for queueing reminders. A digest of the same hour waits for them. */
const AFTER_DAILY_RUN_MS = 15 * 60_000

/** @returns Unix milliseconds of the end of the quiet hours that contain a moment; undefined outside them */
export function findQuietEnd({ from, to, days }: Quiet, nowMs: number, timeZone: string): number | undefined {
  const today = toStudioDay(nowMs, timeZone)
  for (const day of [addDays(today, -1), today]) {
    if (!days.includes(toWeekday(day))) continue
    const endMs = localTimeToMs(to < from ? addDays(day, 1) : day, to, timeZone)
    if (localTimeToMs(day, from, timeZone) <= nowMs && nowMs < endMs) return endMs
  }
  return undefined
}

export interface DailyRunTime {
  /** HH:MM. */
  at: string
  timeZone: string
}

function toDigestMs(day: string, { at }: Digest, timeZone: string, dailyRun: DailyRunTime): number {
  const digestMs = localTimeToMs(day, at, timeZone)
  const runMs = localTimeToMs(toStudioDay(digestMs, dailyRun.timeZone), dailyRun.at, dailyRun.timeZone)
  return digestMs >= runMs && digestMs - runMs < AFTER_DAILY_RUN_MS ? runMs + AFTER_DAILY_RUN_MS : digestMs
}

/**
 * Finds the times of the digest before and after now, in Unix milliseconds. A digest that is due now is the earlier
 * one.
 */
export function findDigestTimes(
  digest: Digest,
  nowMs: number,
  timeZone: string,
  dailyRun: DailyRunTime,
): { lastMs: number; nextMs: number } {
  const today = toStudioDay(nowMs, timeZone)
  const isDigestDay = (day: string): boolean => digest.every === 'day' || toWeekday(day) === (digest.on ?? 'monday')
  const findMs = (day: string, step: 1 | -1, isWanted: (ms: number) => boolean): number => {
    for (let candidate = day; ; candidate = addDays(candidate, step)) {
      const ms = toDigestMs(candidate, digest, timeZone, dailyRun)
      if (isDigestDay(candidate) && isWanted(ms)) return ms
    }
  }
  return {
    lastMs: findMs(addDays(today, 1), -1, (ms) => ms <= nowMs),
    nextMs: findMs(addDays(today, -1), 1, (ms) => ms > nowMs),
  }
}
