import { drain } from './drain.ts'
import { serviceActivities } from './proxies.ts'

export const service = (): Promise<void> => drain(async () => (await serviceActivities.followEvents({})).more)
