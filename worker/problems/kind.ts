import type { Recipient } from '../../activities/notify/routes.ts'
import type { Config } from '../../config/config.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { ProblemRow } from '../../state/schedules/problems.ts'
import type { Settings } from '../settings/settings.ts'
import type { Probes } from './probes/all.ts'
import type { Finding } from './problem.ts'

/** One round of looking for problems. */
export interface Check {
  /** The last kitroom.yaml that could be used. */
  config: Config
  settings: Pick<Settings, 'host' | 'file'>
  nowMs: number
  /** Start of this worker. */
  upSinceMs: number
  clockAheadMs: number
  probes: Probes
}

/** An open problem that is over. */
export interface EndedProblem {
  row: ProblemRow
  subject: string
}

/** A subject about which nothing can be said now: its open problem stays as it is. */
interface Undecided {
  subject: string
  isUndecided: true
}

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS

export interface ProblemKind {
  /** Key of its problems, followed by `:` and the subject if they have one. Stored, so never renamed. */
  key: string
  /** True: each worker finds it for itself. False: the one that holds the lease. */
  isOfWorker: boolean
  /** @returns undefined if nothing can be said about any subject */
  find: (check: Check, tx: Tx) => Promise<readonly (Finding | Undecided)[] | undefined>
  /** Which workers cannot work at all meanwhile. `host`: that of the host that is its subject. */
  blocks: 'none' | 'all' | 'host'
  /** Delay before people are notified, so that an edit or a restart is not reported. */
  delayMs: number
  notifies: (recipient: Recipient, subject: string) => boolean
  /** Title of the message that it is over. @returns undefined for no message */
  end: (ended: EndedProblem, tx: Tx) => Promise<((texts: Texts) => string) | undefined>
}

export const everybody = (): boolean => true

/** The title of an end that needs no query. */
export const saying =
  (title: (texts: Texts, ended: EndedProblem) => string): ProblemKind['end'] =>
  async (ended) =>
  (texts) =>
    title(texts, ended)

/** Reads once what several kinds need in a check. */
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
