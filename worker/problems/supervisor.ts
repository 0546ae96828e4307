import type { ProblemInfo } from '../../contract/control/problems.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { tryCompareClocks } from '../context/clockCheck.ts'
import type { TemporalAccess, WorkerContext } from '../context/context.ts'
import { createLease } from '../context/lease.ts'
import { createDirectSender } from '../reminders/directSender.ts'
import { removeOldDownloads } from '../settings/removeOldDownloads.ts'
import { readStudioTimeZone } from '../../state/schedules/schedules.ts'
import { listOpenProblems, type ProblemRow } from '../../state/schedules/problems.ts'
import { sendInOutage, type OutageContext } from './outage.ts'
import type { Check } from './kind.ts'
import { blocksHost, findProblems, type CheckResult } from './kinds/all.ts'
import { createProbes } from './probes/all.ts'
import { LEASE_NAME, LEASE_MS, translateProblem, type Problem } from './problem.ts'
import { readRecipientConfig } from './recipients.ts'
import { reconcileProblems, type ProblemChanges } from './reconcile.ts'

/** Finds the worker's problems. It notifies people once when each starts and once when it ends. */
export interface ProblemSupervisor {
  /** Runs a check that begins after the call, without throwing transient errors. Calls that wait share one. */
  check: () => Promise<void>
  list: () => readonly ProblemInfo[]
  /** True while this worker cannot work at all. */
  isBlocked: () => boolean
  close: () => Promise<void>
}

/** `terminal` marks lines that `npm start` shows. */
function logChanges({ log }: Pick<WorkerContext, 'log'>, changes: ProblemChanges | undefined): void {
  // `OutageTracker` has already logged this.
  for (const { key, code, title, detail } of changes?.began ?? [])
    if (code !== 'temporal_away') log.warn({ problem: key, code, terminal: true }, `${title}:\n${detail}`)
  for (const { key, code, title } of changes?.ended ?? [])
    if (code !== 'temporal_away') log.info({ problem: key, code, terminal: true }, `Over: ${title}`)
}

/** Lists the open problems, and those of this worker that are not stored yet. */
function listProblems(
  workerProblems: readonly Problem[],
  openRows: readonly ProblemRow[],
  now: string,
  timeZone: string,
): ProblemInfo[] {
  const unstoredProblems = workerProblems.filter((problem) => !openRows.some((row) => row.key === problem.key))
  return [
    ...unstoredProblems.map((problem) => ({
      code: problem.code,
      title: problem.title,
      detail: problem.detail,
      since: now,
      translations: translateProblem(problem, timeZone),
    })),
    ...openRows.map(({ code, title, detail, began_at, translations }) => ({
      code: code as ProblemInfo['code'],
      title,
      detail,
      since: began_at,
      translations: JSON.parse(translations) as NonNullable<ProblemInfo['translations']>,
    })),
  ]
}

/** @param upSinceMs start of this worker */
export function createProblemSupervisor(context: OutageContext & TemporalAccess, upSinceMs: number): ProblemSupervisor {
  const { state, clock, log, settings } = context
  const lease = createLease(context, LEASE_NAME, context.scaledMs(LEASE_MS))
  const directSender = createDirectSender(context)
  const probe = createProbes(context)
  let listedProblems: readonly ProblemInfo[] = []
  let isBlocked = false
  let checking: Promise<void> | undefined
  let nextCheck: Promise<void> | undefined

  const checkOnce = async (): Promise<void> => {
    const { status } = await settings.check()
    const config = await readRecipientConfig(context)
    if (status !== 'invalid') await removeOldDownloads(state, config)
    await tryCompareClocks(context.clockCheck, log)
    const probes = await probe()
    const nowMs = clock.nowMs()
    const check: Check = { config, settings, nowMs, upSinceMs, clockAheadMs: context.clockCheck.aheadMs(), probes }
    const own = await state.read((tx) => findProblems(check, tx, true))
    const isLeaseHeld = await lease.isHeld()
    const changes = await state.write(async (tx) => {
      if (!isLeaseHeld) return undefined
      const others = await findProblems(check, tx, false)
      const result: CheckResult = {
        problems: [...own.problems, ...others.problems],
        isUndecided: (row) => own.isUndecided(row) || others.isUndecided(row),
      }
      return reconcileProblems(tx, result, config, { nowMs, scaledMs: context.scaledMs })
    })
    logChanges(context, changes)
    const openRows = await state.read(listOpenProblems)
    if (probes.temporal.outage && isLeaseHeld) sendInOutage(context, directSender, openRows, nowMs)
    isBlocked = [...own.problems, ...openRows].some((problem) => blocksHost(problem, settings.host.id))
    listedProblems = listProblems(own.problems, openRows, toIsoTime(nowMs), await state.read(readStudioTimeZone))
  }
  const startCheck = (): Promise<void> => (checking = checkOnce().finally(() => (checking = undefined)))
  // A check under way may have begun before what its caller has seen, so the caller gets the one after it.
  const checkAfter = (current: Promise<void>): Promise<void> =>
    current
      .catch(() => undefined)
      .then(() => {
        nextCheck = undefined
        return startCheck()
      })
  return {
    check: () => nextCheck ?? (checking ? (nextCheck = checkAfter(checking)) : startCheck()),
    list: () => listedProblems,
    isBlocked: () => isBlocked,
    close: async () => {
      await nextCheck?.catch(() => undefined)
      await checking?.catch(() => undefined)
      await directSender.close()
    },
  }
}
