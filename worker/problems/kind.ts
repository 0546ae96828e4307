import type { Recipient } from '../../activities/notify/routes.ts'
import type { Config } from '../../config/config.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { ProblemRow } from '../../state/schedules/problems.ts'
import type { Settings } from '../settings/settings.ts'
import type { Probes } from './probes/all.ts'
import type { Finding } from './problem.ts'

/** One check for problems. */
export interface Check {
  /** The last usable kitroom.yaml. */
  config: Config
  settings: Pick<Settings, 'host' | 'file'>
  nowMs: number
  /** Time when this worker started. */
  upSinceMs: number
  clockAheadMs: number
  probes: Probes
}

/** An open problem that has ended. */
export interface EndedProblem {
  row: ProblemRow
  subject: string
}

/** A subject that a check cannot decide about. Its open problem does not change. */
interface Undecided {
  subject: string
  isUndecided: true
}

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS

export interface ProblemKind {
  /** Key of its problems, followed by `:` and the subject if they have one. It is stored, so it is never renamed. */
  key: string
  /** True if each worker finds the problem for itself. False if only the holder of the lease does. */
  isOfWorker: boolean
  /** @returns undefined if the check cannot decide about any subject */
  find: (check: Check, tx: Tx) => Promise<readonly (Finding | Undecided)[] | undefined>
  /** Workers that cannot work at all during the problem. `host`: those of the host that is its subject. */
  blocks: 'none' | 'all' | 'host'
  /** Delay before people are notified, so that an edit or a restart is not reported. */
  delayMs: number
  notifies: (recipient: Recipient, subject: string) => boolean
  /** Returns the title of the message that the problem has ended. @returns undefined for no message */
  end: (ended: EndedProblem, tx: Tx) => Promise<((texts: Texts) => string) | undefined>
}

export const everybody = (): boolean => true

/** Creates the title of an end that needs no query. */
export const saying =
  (title: (texts: Texts, ended: EndedProblem) => string): ProblemKind['end'] =>
  async (ended) =>
  (texts) =>
    title(texts, ended)

/** Reads facts that several kinds need once per check. */
export function oncePerCheck<C extends object, T>(
  read: (check: C, tx: Tx) => Promise<T>,
): (check: C, tx: Tx) => Promise<T> {
  const results = new WeakMap<C, Promise<T>>()
  return (check, tx) => {
    const result = results.get(check) ?? read(check, tx)
    results.set(check, result)
    return result
  }
}
