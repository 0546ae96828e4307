import { createFollowRecords } from './followRecords.ts'
import { createPush } from './push.ts'
import type { GoogleCalendarActivities, GoogleCalendarDeps, ShootActivities } from './types.ts'

export const createGoogleCalendarActivities = (
  deps: GoogleCalendarDeps,
): GoogleCalendarActivities & ShootActivities => ({
  pushGoogleCalendar: createPush(deps),
  followShoots: createFollowRecords(deps),
})
