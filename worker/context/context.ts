import type { ChannelDeps } from '../../messages/channels/channel.ts'
import type { Client as TemporalClient } from '@temporalio/client'
import type { Client } from '../../client/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { SourceHost } from '../../sheets/sources/source.ts'
import type { ClockCheck } from './clockCheck.ts'
import type { ReminderLinks } from '../../activities/notify/links/reminderLinks.ts'
import type { Settings } from '../settings/settings.ts'
import type { OwnState } from './stateOwner.ts'
import type { WithLock } from '../../state/hosts/withLock.ts'

/** Services of the worker's environment for channels. */
type ChannelHost = Pick<ChannelDeps, 'secrets' | 'allow'>

/** State of Temporal's search attributes that label workflows. */
export interface SearchAttributes {
  isRegistered: boolean
}

export interface WorkerContext {
  state: Database
  api: Client
  temporal: TemporalClient
  clock: Clock
  clockCheck: ClockCheck
  log: Logger
  /** Prefix of this account's ids and task queues in Temporal. */
  account: string
  /** URL at which calendar clients reach the ingress, without a trailing slash. */
  publicUrl: string
  channelHost: ChannelHost
  reminderLinks: ReminderLinks
  settings: Settings
  sourceHost: SourceHost
  /** Owner of the database in `state`. */
  stateOwner: OwnState
  searchAttributes: SearchAttributes
  scaledMs: (intervalMs: number) => number
  /** Serializes work per source (start, supersede, revive), schedule, item, calendar and plan, on all hosts. */
  withLock: WithLock
}

/** Runs work on a source under its lock. The context's state refuses to write once the lock is lost. */
export const withSourceLock = <T>(
  context: WorkerContext,
  source: string,
  work: (locked: WorkerContext) => Promise<T>,
): Promise<T> => context.withLock(`source:${source}`, (state) => work({ ...context, state }), context.state)
