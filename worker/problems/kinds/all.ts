import type { ProblemCode } from '../../../contract/control/problems.ts'
import { englishTexts, type Texts } from '../../../messages/languages/texts.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import type { OpenProblem } from '../../../state/schedules/problems.ts'
import type { Check, ProblemKind } from '../kind.ts'
import { toFacts, type Finding, type Problem, type ProblemText } from '../problem.ts'
import { accessLost } from './accessLost.ts'
import { calendarEventsEdited } from './calendarEventsEdited.ts'
import { calendarEventsRefused } from './calendarEventsRefused.ts'
import { calendarEventsRepeated } from './calendarEventsRepeated.ts'
import { calendarStopped } from './calendarStopped.ts'
import { calendarUnreadable } from './calendarUnreadable.ts'
import { channelFailing } from './channelFailing.ts'
import { clockDiffers } from './clockDiffers.ts'
import { dailyFailed } from './dailyFailed.ts'
import { dailyLate } from './dailyLate.ts'
import { endpointDisabled } from './endpointDisabled.ts'
import { settingsConflict } from './settingsConflict.ts'
import { settingsInvalid } from './settingsInvalid.ts'
import { settingsMissing } from './settingsMissing.ts'
import { syncAsks } from './syncAsks.ts'
import { syncFailed } from './syncFailed.ts'
import { syncNotStarted } from './syncNotStarted.ts'
import { syncStalled } from './syncStalled.ts'
import { syncWaits } from './syncWaits.ts'
import { temporalAway } from './temporalAway.ts'
import { temporalRefused } from './temporalRefused.ts'
import { workflowStuck } from './workflowStuck.ts'
import { writeBackFailed } from './writeBackFailed.ts'

/** Kinds of problems, by code. If findings have the same key, the one of the first kind counts. */
const kinds: Readonly<Record<ProblemCode, ProblemKind>> = {
  settings_conflict: settingsConflict,
  settings_invalid: settingsInvalid,
  settings_missing: settingsMissing,
  clock_differs: clockDiffers,
  temporal_away: temporalAway,
  temporal_refused: temporalRefused,
  access_lost: accessLost,
  workflow_stuck: workflowStuck,
  sync_not_started: syncNotStarted,
  sync_stalled: syncStalled,
  sync_waits: syncWaits,
  sync_failed: syncFailed,
  write_back_failed: writeBackFailed,
  sync_asks: syncAsks,
  endpoint_disabled: endpointDisabled,
  daily_failed: dailyFailed,
  daily_late: dailyLate,
  channel_failing: channelFailing,
  calendar_unreadable: calendarUnreadable,
  calendar_stopped: calendarStopped,
  calendar_events_refused: calendarEventsRefused,
  calendar_events_edited: calendarEventsEdited,
  calendar_events_repeated: calendarEventsRepeated,
}

/** @param code of a row, which a later version may have stored */
export const findKind = (code: string): ProblemKind | undefined =>
  Object.hasOwn(kinds, code) ? kinds[code as ProblemCode] : undefined

const toKey = ({ key }: ProblemKind, subject: string | undefined): string =>
  subject === undefined ? key : `${key}:${subject}`

/** Empty for a problem without a subject. */
export const readSubject = ({ key }: Pick<OpenProblem, 'key'>): string =>
  key.includes(':') ? key.slice(key.indexOf(':') + 1) : ''

export function toProblem(code: ProblemCode, finding: Finding): Problem {
  const describe = (texts: Texts): ProblemText => {
    const { firstFacts = [], facts, ...text } = finding.describe(texts)
    return { ...text, facts: [...firstFacts, ...toFacts(facts, texts)] }
  }
  return { ...finding, ...describe(englishTexts), describe, code, key: toKey(kinds[code], finding.subject) }
}

/** True if the worker of a host cannot work at all. Other problems concern single runs or other hosts. */
export function blocksHost(problem: Pick<OpenProblem, 'key' | 'code'>, host: string): boolean {
  const blocks = findKind(problem.code)?.blocks
  return blocks === 'all' || (blocks === 'host' && readSubject(problem) === host)
}

export interface CheckResult {
  problems: readonly Problem[]
  /** True if a check could not decide about an open problem, which then does not change. */
  isUndecided: (problem: Pick<OpenProblem, 'key' | 'code'>) => boolean
}

/** @param isOfWorker selects the kinds that each worker finds for itself, or the others */
export async function findProblems(check: Check, tx: Tx, isOfWorker: boolean): Promise<CheckResult> {
  // A repeated transaction must read again.
  const freshCheck = { ...check }
  const problems = new Map<string, Problem>()
  const undecidedCodes = new Set<string>()
  const undecidedKeys = new Set<string>()
  for (const [code, kind] of Object.entries(kinds) as [ProblemCode, ProblemKind][]) {
    if (kind.isOfWorker !== isOfWorker) continue
    const findings = await kind.find(freshCheck, tx)
    if (findings === undefined) undecidedCodes.add(code)
    for (const finding of findings ?? []) {
      const key = toKey(kind, finding.subject)
      if ('isUndecided' in finding) undecidedKeys.add(key)
      else if (!problems.has(key)) problems.set(key, toProblem(code, finding))
    }
  }
  return {
    problems: [...problems.values()],
    isUndecided: ({ key, code }) => undecidedCodes.has(code) || undecidedKeys.has(key),
  }
}
