import type { Sentence } from '../../contract/sentences/sentence.ts'
import type { SheetAdvice } from '../../contract/control/advice.ts'
import type { RunStatus, ScheduledStart } from '../../contract/temporal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { Api } from '../shared/api.ts'
import type { parseSheetInto } from '../../sheets/parseSheet.ts'
import type { SourceSettings } from '../../sheets/sources/settings.ts'
import type { WithLock } from '../../state/hosts/withLock.ts'
import type { SourceHost } from '../../sheets/sources/source.ts'

export interface SyncDeps {
  state: Database
  api: Api
  clock: Clock
  log: Logger
  parseSheet: typeof parseSheetInto
  sourceHost: SourceHost
  withLock: WithLock
  /** Reads the source's present settings in kitroom.yaml; undefined if it has none. @throws SettingsError */
  findSource: (id: string) => Promise<SourceSettings | undefined>
  /** Scales the delays between calls of Google, for tests. */
  scaledMs: (delayMs: number) => number
  /** Compares the API's epoch with the stored one. After a restore of the inventory, it ends every unfinished run. */
  detectRestore: (epoch: string) => Promise<boolean>
}

export interface StopReason {
  code: string
  /** Explanation: a sentence for people. */
  detail: string
  sentences?: Sentence[]
  /** Ways out of a refused sheet that `detail` names. */
  advice?: SheetAdvice[]
}

/** State of a run in the worker's database. A restarted workflow resumes from it. */
export interface RunState {
  status: RunStatus
  actions: number
  deletes: number
  plannedAtMs: number | null
  /** Set if the run writes into its sheet after it is applied. */
  writesBack?: true
}

export interface Slice {
  runId: string
  from: number
  below: number
}

/** Outcome of a run. `applied`: every row was sent. */
export interface RunOutcome {
  runId: string
  ending: 'applied' | 'stopped' | 'rejected' | 'superseded' | 'expired' | 'failed'
  reason: StopReason | null
  /** Reason why the run did not write into its sheet. */
  writeBackFailure?: StopReason
}

export interface ScheduleDeps {
  log: Logger
  /** Starts a run that follows the source's policy, unless an unfinished one exists. Idempotent per `executionId`. */
  startScheduled(source: string, executionId: string): Promise<ScheduledStart>
}
