import { drain } from './drain.ts'
import { following } from './proxies.ts'

/** Lets the status of gear follow its maintenance, a burst of events at a time. Ends when none is left. */
export const service = (): Promise<void> => drain(async () => (await following.followEvents({})).more)
