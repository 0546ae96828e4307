import { readAccount } from '../api.ts'
import { dayAt } from '../studioDay.ts'
import type { Today } from './tell.ts'
import type { WarrantyDeps } from './types.ts'

/** Which day it is in the studio, and what kitroom.yaml says now. @throws SettingsError */
export async function readToday({ api, clock, readConfig }: WarrantyDeps, signal: AbortSignal): Promise<Today & { timeZone: string }> {
  const config = await readConfig()
  const { timeZone } = await readAccount(api, signal)
  return { day: dayAt(clock.nowMs(), timeZone), config, timeZone }
}
