import { readAccount } from '../api.ts'
import { addDays, dayAt, momentAt } from '../../platform/studioDay.ts'
import type { Today } from './queueDue.ts'
import type { WarrantyDeps } from './types.ts'

export async function readToday({ api, clock, readConfig }: WarrantyDeps, signal: AbortSignal): Promise<Today & { timeZone: string }> {
  const config = await readConfig()
  const { timeZone } = await readAccount(api, signal)
  const nowMs = clock.nowMs()
  const day = dayAt(nowMs, timeZone)
  const settledDay = nowMs < momentAt(day, config.reminders.at, timeZone) ? addDays(day, -1) : day
  return { day, settledDay, config, timeZone }
}
