import type { Shoot } from '../../contract/api/shoots.ts'
import { addDays, localTimeToMs } from '../../platform/studioDay.ts'

/** Present time in the studio's time zone. */
export interface StudioNow {
  nowMs: number
  timeZone: string
  /** `YYYY-MM-DD`. */
  day: string
}

/** True for a shoot whose time or day has passed. A shoot without a time takes the whole day. */
export const hasBegun = ({ shoot_date: date, shoot_time: time }: Shoot, { nowMs, timeZone, day }: StudioNow): boolean =>
  date < day || (date === day && time !== null && localTimeToMs(date, time, timeZone) <= nowMs)

/** True for a planned shoot tomorrow, or one today that has not begun. */
export function isUpcoming(shoot: Shoot, now: StudioNow): boolean {
  const { shoot_date: date, status } = shoot
  if (status === 'cancelled' || status === 'completed') return false
  return date <= addDays(now.day, 1) && !hasBegun(shoot, now)
}
