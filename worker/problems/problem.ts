import type { ProblemCode } from '../../contract/problems.ts'

/** A name and a value, as a message shows them. */
export interface Fact {
  name: string
  value: string
}

/** Something that keeps the worker from its work, as it is now. */
export interface Problem {
  /** What it is about. A problem with another code takes the place of the one with its key. */
  key: string
  code: ProblemCode
  /** One line. */
  title: string
  /** What happened and what to do; may have several lines. */
  detail: string
  facts: readonly Fact[]
}

/** What people know a workflow as. */
export function nameOfWorkflow(workflowId: string): string {
  const [, kind, source] = workflowId.split(':')
  if (kind === 'sync') return `Sync of ${source}`
  return kind?.startsWith('daily') ? 'The daily run' : `The workflow ${workflowId}`
}

/** One worker of the account at a time tells of problems. */
export const LEASE = 'problems'
export const LEASE_MS = 30_000

export const TEMPORAL_KEY = 'temporal'

export const channelKey = (id: string): string => `channel:${id}`

export const stuckKey = (workflowId: string): string => `workflow:${workflowId}`

/** What was found by one look. */
export interface Found {
  problems: readonly Problem[]
  /** Whether nothing can be said now of what a key is about: its problem stays as it is. */
  isUndecided: (key: string) => boolean
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** How long a problem lasts before people are told: what an editor or a restart brings about is over by then. */
const SETTLES_MS: Readonly<Partial<Record<ProblemCode, number>>> = {
  settings_invalid: 30 * SECOND_MS,
  settings_missing: 30 * SECOND_MS,
  sync_not_started: 15 * MINUTE_MS,
  temporal_away: 10 * MINUTE_MS,
  temporal_refused: 10 * MINUTE_MS,
}

export const settlesMs = (code: string): number => SETTLES_MS[code as ProblemCode] ?? 0

/** Whether the worker cannot do its work while this lasts; the others are about one run of something. */
export const blocksWorker = (code: string): boolean => /^(settings|temporal|workflow|clock)_/.test(code)

/** Whether people are told through the channels. While clocks differ, nothing is sent by them. */
export const isSent = (code: string): boolean => code !== 'clock_differs'
