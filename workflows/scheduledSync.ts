import type { ScheduledStart, ScheduledSyncInput } from '../contract/temporal.ts'
import { scheduling } from './proxies.ts'

/**
 * What a source's schedule starts: it starts the source's sync, which goes on by itself, and ends. A run that has not ended is left alone: the
 * schedule never takes the place of what a person has under way or has to decide.
 */
export const scheduledSync = ({ source }: ScheduledSyncInput): Promise<ScheduledStart> => scheduling.startScheduled({ source })
