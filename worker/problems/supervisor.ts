import type { Config } from '../../config/config.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { ProblemInfo } from '../../contract/control/problems.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { tryCompareClocks } from '../context/clockCheck.ts'
import type { WorkerContext } from '../context/context.ts'
import { createLease } from '../context/lease.ts'
import { createDirectSender } from '../reminders/directSender.ts'
import { removeOldDownloads } from '../settings/removeOldDownloads.ts'
import { listOpenProblems, type ProblemRow } from '../../state/schedules/problems.ts'
import { isTemporalUnusable } from '../context/faults.ts'
import { ACCESS_KEY, createAccessCheck } from './access.ts'
import { findChannelProblems } from './channels.ts'
import { findBulkEditProblems } from './bulkEdits.ts'
import { findCalendarProblems } from './calendars.ts'
import { createEndpointCheck } from './endpoints.ts'
import { findDailyProblems } from './daily.ts'
import { sendInOutage } from './outage.ts'
import { blocksWorker, isEndpointKey, LEASE_NAME, LEASE_MS, type Problem } from './problem.ts'
import { readRecipientConfig } from './recipients.ts'
import { reconcileProblems, type ProblemChanges } from './reconcile.ts'
import { findSettingsProblems } from './settings.ts'
import { findSourceProblems } from './sources.ts'
import { findStuckWorkflows, findTemporalProblem } from './temporal.ts'
import { findClockProblem } from './clock.ts'

const STUCK_CHECK_INTERVAL_MS = 30_000

/** Finds the worker's problems and notifies people once when each begins and once when it ends. */
export interface ProblemSupervisor {
  /** Runs one check. Does not throw transient errors. */
  check: () => Promise<void>
  list: () => readonly ProblemInfo[]
  /** True while this worker cannot work at all. */
  isBlocked: () => boolean
  close: () => Promise<void>
}

/** `terminal` marks lines that `npm start` shows. */
function logChanges({ log }: WorkerContext, changes: ProblemChanges | undefined): void {
  // `OutageTracker` has already logged this.
  for (const { key, code, title, detail } of changes?.began ?? [])
    if (code !== 'temporal_away') log.warn({ problem: key, code, terminal: true }, `${title}:\n${detail}`)
  for (const { key, code, title } of changes?.ended ?? [])
    if (code !== 'temporal_away') log.info({ problem: key, code, terminal: true }, `Over: ${title}`)
}

/** Problems that the worker's database tells, but for those of sources. */
const findOtherProblems = async (tx: Tx, config: Config, nowMs: number, upSinceMs: number): Promise<Problem[]> => [
  ...(await findBulkEditProblems(tx, nowMs)),
  ...(await findDailyProblems(tx, { at: config.reminders.at, nowMs, upSinceMs })),
  ...(await findChannelProblems(tx, config, nowMs)),
  ...(await findCalendarProblems(tx, config, nowMs)),
]

/** The open problems, and those of this worker that are not stored yet. */
function listProblems(workerProblems: readonly Problem[], openRows: readonly ProblemRow[], now: string): ProblemInfo[] {
  const unstoredProblems = workerProblems.filter((problem) => !openRows.some((row) => row.key === problem.key))
  return [
    ...unstoredProblems.map(({ code, title, detail }) => ({ code, title, detail, since: now })),
    ...openRows.map(({ code, title, detail, began_at }) => ({
      code: code as ProblemInfo['code'],
      title,
      detail,
      since: began_at,
    })),
  ]
}

/** Finds workflows that cannot go on, now and then. The result is undefined while Temporal does not answer. */
function createStuckCheck(
  context: WorkerContext,
): (isTemporalAvailable: boolean) => Promise<readonly Problem[] | undefined> {
  let problems: readonly Problem[] | undefined
  let checkedAtMs = -Infinity
  return async (isTemporalAvailable) => {
    const nowMs = context.clock.nowMs()
    if (!isTemporalAvailable) problems = undefined
    else if (!problems || nowMs - checkedAtMs >= context.scaledMs(STUCK_CHECK_INTERVAL_MS))
      try {
        problems = await findStuckWorkflows(context)
        checkedAtMs = nowMs
      } catch (error) {
        if (!isTemporalUnusable(error)) throw error
        problems = undefined
      }
    return problems
  }
}

/** @param upSinceMs start of this worker */
export function createProblemSupervisor(context: WorkerContext, upSinceMs: number): ProblemSupervisor {
  const { state, clock, log, settings } = context
  const lease = createLease(context, LEASE_NAME, context.scaledMs(LEASE_MS))
  const directSender = createDirectSender(context)
  const accessCheck = createAccessCheck(context)
  const endpointCheck = createEndpointCheck(context)
  const stuckCheck = createStuckCheck(context)
  let listedProblems: readonly ProblemInfo[] = []
  let isBlocked = false
  let checking: Promise<void> | undefined

  const checkOnce = async (): Promise<void> => {
    const { status } = await settings.check()
    const settingsProblems = await state.read((tx) => findSettingsProblems(tx, settings))
    const config = await readRecipientConfig(context)
    if (status !== 'invalid') await removeOldDownloads(state, config)
    await tryCompareClocks(context.clockCheck, log)
    const clockProblem = findClockProblem(context)
    const temporalProblem = await findTemporalProblem(context)
    const access = await accessCheck.check()
    const endpoints = await endpointCheck.check()
    const workerProblems = [...settingsProblems, clockProblem, temporalProblem, access.problem].filter(
      (problem) => problem !== undefined,
    )
    const stuckProblems = await stuckCheck(temporalProblem === undefined)
    const nowMs = clock.nowMs()
    const isLeaseHeld = await lease.isHeld()
    const changes = await state.write(async (tx) => {
      if (!isLeaseHeld) return undefined
      const sources = await findSourceProblems(tx, config.sources, nowMs)
      const problems = [
        ...workerProblems,
        ...(stuckProblems ?? []),
        ...sources.problems,
        ...endpoints.problems,
        ...(await findOtherProblems(tx, config, nowMs, upSinceMs)),
      ]
      const isUndecided = (key: string): boolean =>
        sources.undecided.has(key) ||
        (stuckProblems === undefined && key.startsWith('workflow:')) ||
        (key === ACCESS_KEY && !access.isKnown) ||
        (isEndpointKey(key) && !endpoints.isKnown)
      return reconcileProblems(tx, { problems, isUndecided }, config, { nowMs, scaledMs: context.scaledMs })
    })
    logChanges(context, changes)
    const openRows = await state.read(listOpenProblems)
    if (temporalProblem && isLeaseHeld) sendInOutage(context, directSender, openRows, nowMs)
    isBlocked = [...workerProblems, ...openRows].some(({ key, code }) => blocksWorker(key, code, settings.host.id))
    listedProblems = listProblems(workerProblems, openRows, toIsoTime(nowMs))
  }
  return {
    check: () => (checking ??= checkOnce().finally(() => (checking = undefined))),
    list: () => listedProblems,
    isBlocked: () => isBlocked,
    close: async () => {
      await checking?.catch(() => undefined)
      await directSender.close()
    },
  }
}
