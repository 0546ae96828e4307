import { drain } from './drain.ts'
import { shootActivities } from './proxies.ts'

/** Handles events of the records that calendars show. */
export const shoots = (): Promise<void> =>
  drain(async () => {
    const options = { summary: 'Handle events of what calendars show' }
    return (await shootActivities.followShoots.executeWithOptions(options, [])).more
  })
