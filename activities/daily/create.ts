import type { AutomationDeps } from '../shared/automation.ts'
import { createBeginDay } from './beginDay.ts'
import { createEndDay } from './endDay.ts'

export const createDailyActivities = (deps: AutomationDeps) => ({ ...createBeginDay(deps), ...createEndDay(deps) })
