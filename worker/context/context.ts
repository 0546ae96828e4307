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

export interface StateAccess {
  /** The worker's database. */
  state: Database
}

export interface StateAndClock extends StateAccess {
  clock: Clock
}

export interface StateAndLocks extends StateAccess {
  /** Serializes work per source (start, supersede, revive), schedule, item, calendar and plan, on all hosts. */
  withLock: WithLock
}

export interface SettingsAccess {
  settings: Settings
}

/** Workflows and schedules of the account in Temporal. */
export interface TemporalAccess {
  temporal: TemporalClient
  /** Prefix of this account's ids and task queues in Temporal. */
  account: string
}

/** Runs, and their workflows in Temporal. */
export interface RunContext extends StateAndClock, SettingsAccess, TemporalAccess {
  log: Logger
}

/** Parts that start the workflow of a run. */
export interface RunStartContext extends RunContext {
  searchAttributes: SearchAttributes
}

/** Parts that start a run or decide about its plan. */
export interface RunCommandContext extends RunStartContext, StateAndLocks {
  api: Client
}

/** All services of the worker. Use cases take the parts that they use. */
export interface WorkerContext extends RunCommandContext {
  clockCheck: ClockCheck
  /** URL at which calendar clients reach the ingress, without a trailing slash. */
  publicUrl: string
  channelHost: ChannelHost
  reminderLinks: ReminderLinks
  sourceHost: SourceHost
  /** Owner of the database in `state`. */
  stateOwner: OwnState
  scaledMs: (intervalMs: number) => number
}

/** Runs work on a source under its lock. The context's state refuses to write once the lock is lost. */
export const withSourceLock = <C extends StateAndLocks, T>(
  context: C,
  source: string,
  work: (locked: C) => Promise<T>,
): Promise<T> => context.withLock(`source:${source}`, (state) => work({ ...context, state }), context.state)
