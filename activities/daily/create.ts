import type { AutomationDeps } from '../shared/automation.ts'
import { createBeginDay } from './beginDay.ts'
import { createEndDay } from './endDay.ts'
import type { DailyActivities } from './types.ts'

export const createDailyActivities = (deps: AutomationDeps): DailyActivities => ({
  beginDay: createBeginDay(deps),
  endDay: createEndDay(deps),
})
