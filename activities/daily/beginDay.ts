import { readAccount } from '../api.ts'
import type { AutomationDeps } from '../automation.ts'
import { guarded } from '../guarded.ts'
import { dayAt } from '../studioDay.ts'
import type { DailyActivities } from './types.ts'

/** Finds out which day it is in the studio. */
export const createBeginDay =
  ({ api, clock, log }: AutomationDeps): DailyActivities['beginDay'] =>
  ({ day }) =>
    guarded(log, async (signal) => {
      if (day !== undefined) return { day }
      const { timeZone } = await readAccount(api, signal)
      return { day: dayAt(clock.nowMs(), timeZone) }
    })
