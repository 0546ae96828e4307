import type { Config } from '../../config/config.ts'
import type { Clock } from '../../platform/clock.ts'
import { addDays, localTimeToMs, toStudioDay } from '../../platform/studioDay.ts'
import { readAccount, type Api } from './api.ts'

/** Today in the studio's time zone, `YYYY-MM-DD`, and the last day whose reminder time has passed. */
export interface Today {
  day: string
  settledDay: string
  timeZone: string
}

export async function readToday(
  { api, clock }: { api: Api; clock: Clock },
  { reminders }: Config,
  signal: AbortSignal,
): Promise<Today> {
  const { timeZone } = await readAccount(api, signal)
  const nowMs = clock.nowMs()
  const day = toStudioDay(nowMs, timeZone)
  return { day, settledDay: nowMs < localTimeToMs(day, reminders.at, timeZone) ? addDays(day, -1) : day, timeZone }
}
