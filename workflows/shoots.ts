import { drain } from './drain.ts'
import { shootActivities } from './proxies.ts'

/** Handles events of what calendars show. */
export const shoots = (): Promise<void> => drain(async () => (await shootActivities.followShoots({})).more)
