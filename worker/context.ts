import type { Client as TemporalClient } from '@temporalio/client'
import type { Client } from '../client/client.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Database } from '../platform/sql/types.ts'
import type { ClockCheck } from './clockCheck.ts'
import type { KeyedMutex } from '../platform/keyedMutex.ts'

/** What starting, deciding and following runs works with. */
export interface WorkerContext {
  state: Database
  api: Client
  temporal: TemporalClient
  clock: Clock
  clockCheck: ClockCheck
  log: Logger
  /** Prefix of everything that is this account's in Temporal. */
  account: string
  /** Queue of this host's files. */
  filesQueue: string
  /** Where others reach the ingress, without a slash at its end. */
  publicUrl: string
  /** Password of the mail server's user, if there is one. */
  smtpPassword: string | undefined
  /** Absolute path of kitroom.yaml. */
  configFile: string
  /** An interval as this worker's settings shorten it. */
  scaledMs: (intervalMs: number) => number
  /** One thing at a time per source: starting, superseding, reviving. */
  withLock: KeyedMutex
}
