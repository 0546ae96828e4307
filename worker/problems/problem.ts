import type { WaitingPlan } from '../../activities/notify/types.ts'
import type { ProblemCode } from '../../contract/control/problems.ts'
import { englishTexts, type Texts } from '../../messages/languages/texts.ts'

interface ProblemFact {
  name: string
  value: string
}

/** What messages about a problem say. */
export interface ProblemText {
  title: string
  facts: readonly ProblemFact[]
  /** The plan that people may decide about by a link. */
  plan?: WaitingPlan
}

/** A current condition that prevents the worker from doing its work. Title and facts are in English. */
export interface Problem extends ProblemText {
  /** Subject of the problem. A problem with another code replaces the one with the same key. */
  key: string
  code: ProblemCode
  /** Explains what happened and what to do, for terminals and the log; may have several lines. */
  detail: string
  describe(texts: Texts): ProblemText
}

export const createProblem = (problem: Omit<Problem, keyof ProblemText>): Problem => ({
  ...problem,
  ...problem.describe(englishTexts),
})

export function describeWorkflowId(workflowId: string, { problems }: Texts): string {
  const [, kind, source = ''] = workflowId.split(':')
  if (kind === 'sync') return problems.workflow.ofSync(source)
  return kind?.startsWith('daily') ? problems.workflow.ofDailyRun : problems.workflow.withId(workflowId)
}

/** Name of a lease: only the worker that holds it reports problems. */
export const LEASE_NAME = 'problems'
export const LEASE_MS = 30_000

export const TEMPORAL_KEY = 'temporal'

export const toChannelProblemKey = (id: string): string => `channel:${id}`

const ENDPOINT_PREFIX = 'endpoint:'

export const toEndpointKey = (id: string): string => `${ENDPOINT_PREFIX}${id}`

export const isEndpointKey = (key: string): boolean => key.startsWith(ENDPOINT_PREFIX)

export const toStuckWorkflowKey = (workflowId: string): string => `workflow:${workflowId}`

export interface CheckResult {
  problems: readonly Problem[]
  /** True when a check could not decide about a key. The open problem with this key is then left unchanged. */
  isUndecided: (key: string) => boolean
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** Delay before people are notified, so that an edit or a restart is not reported. */
const NOTIFY_DELAYS_MS: Readonly<Partial<Record<ProblemCode, number>>> = {
  settings_invalid: 30 * SECOND_MS,
  settings_missing: 30 * SECOND_MS,
  settings_conflict: 2 * MINUTE_MS,
  calendar_unreadable: 2 * MINUTE_MS,
  calendar_stopped: 2 * MINUTE_MS,
  sync_not_started: 15 * MINUTE_MS,
  // A machine that was off starts what it missed within this time.
  sync_stalled: 60 * MINUTE_MS,
  temporal_away: 10 * MINUTE_MS,
  temporal_refused: 10 * MINUTE_MS,
}

export const notifyDelayMs = (code: string): number => NOTIFY_DELAYS_MS[code as ProblemCode] ?? 0

/** Key of the problem of a host's kitroom.yaml that cannot be used. */
export const toSettingsKey = (host: string): string => `settings:${host}`

/** True when the worker of a host cannot work at all; other problems concern single runs or other hosts. */
export const blocksWorker = (key: string, code: string, host: string): boolean =>
  /^(temporal|workflow|clock)_/.test(code) || (code === 'settings_invalid' && key === toSettingsKey(host))

/** False for differing clocks: no message is sent while the date may be wrong. */
export const shouldNotify = (code: string): boolean => code !== 'clock_differs'
