import type { RunStatus } from '../../../contract/temporal.ts'
import type { Outcome, ReportRow } from '../../../contract/control/control.ts'
import type { Tone } from '../../parts/Tag.tsx'

export const runTones: Record<RunStatus, Tone> = {
  planning: 'busy',
  waiting: 'warn',
  applying: 'busy',
  completed: 'good',
  completed_with_errors: 'warn',
  stopped: 'warn',
  rejected: 'quiet',
  superseded: 'quiet',
  expired: 'quiet',
  failed: 'bad',
}

export const outcomeTones: Record<Outcome, Tone> = {
  create: 'good',
  update: 'busy',
  conflict: 'warn',
  question: 'warn',
  refused: 'bad',
  delete: 'bad',
  mark: 'warn',
  skipped: 'quiet',
  unchanged: 'quiet',
  deleted_in_api: 'warn',
}

export const resultTones: Record<ReportRow['result'], Tone> = {
  created: 'good',
  updated: 'good',
  marked: 'good',
  deleted: 'good',
  unchanged: 'quiet',
  conflict: 'warn',
  question: 'warn',
  refused: 'bad',
  skipped: 'quiet',
  stale: 'warn',
  failed: 'bad',
  not_reached: 'quiet',
}

/** True for statuses in which a run continues without a person. */
export const isMoving = (status: RunStatus): boolean => status === 'planning' || status === 'applying'
