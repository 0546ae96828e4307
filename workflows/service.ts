import { drain } from './drain.ts'
import { following } from './proxies.ts'

export const service = (): Promise<void> => drain(async () => (await following.followEvents({})).more)
