import { createFollowRecords } from './followRecords.ts'
import { createPush } from './push.ts'
import type { GoogleCalendarDeps } from './types.ts'

export const createGoogleCalendarActivities = (deps: GoogleCalendarDeps) => ({
  ...createPush(deps),
  ...createFollowRecords(deps),
})
