import type { ProblemInfo } from '../../contract/problems.ts'
import { isoTime } from '../../platform/clock.ts'
import { findClockProblem, tryCompare } from '../clockCheck.ts'
import type { WorkerContext } from '../context.ts'
import { createLease } from '../lease.ts'
import { createDirectSender } from '../reminders/direct.ts'
import { checkConfig } from '../sources.ts'
import { listOpenProblems } from '../../state/problems.ts'
import { isTemporalUnusable } from '../temporal/faults.ts'
import { findChannelProblems } from './channels.ts'
import { findDailyProblems } from './daily.ts'
import { sendInOutage } from './outage.ts'
import { LEASE, LEASE_MS, type Problem } from './problem.ts'
import { readRecipients } from './recipients.ts'
import { reconcileProblems, type Changes } from './reconcile.ts'
import { findSourceProblems } from './sources.ts'
import { findStuckWorkflows, findTemporalProblem } from './temporal.ts'

const STUCK_EVERY_MS = 30_000

const CONSEQUENCE =
  'Until it is fixed no sync starts, schedules stay as they are, and maintenance plans, warranties and calendars wait. Reminders that were due before go to the channels of its last version that could be used.'
const EMPTY_FILE_HINT = 'To do without it, leave an empty file there.'

/** Finds the worker's problems and notifies people once when each begins and once when it ends. */
export interface Supervisor {
  /** Runs one check. Does not throw transient errors. */
  check: () => Promise<void>
  list: () => readonly ProblemInfo[]
  close: () => Promise<void>
}

async function findSettingsProblem({ state, configFile }: WorkerContext): Promise<Problem | undefined> {
  const fault = await checkConfig(state, configFile)
  if (!fault) return undefined
  const { code, detail } = fault
  const help = code === 'settings_missing' ? `${CONSEQUENCE} ${EMPTY_FILE_HINT}` : CONSEQUENCE
  const title = code === 'settings_missing' ? 'kitroom.yaml is not there any more' : 'kitroom.yaml cannot be used'
  const facts = [...detail.split('\n').map((value) => ({ name: 'Fault', value })), { name: 'What that means', value: help }]
  return { key: 'settings', code, title, detail: `${detail}\n${help}`, facts }
}

/** `terminal` marks lines that `npm start` shows. */
function logChanges({ log }: WorkerContext, changes: Changes | undefined): void {
  // The outage monitor has logged this already.
  for (const { key, code, title, detail } of changes?.began ?? [])
    if (code !== 'temporal_away') log.warn({ problem: key, code, terminal: true }, `${title}:\n${detail}`)
  for (const { key, code, title } of changes?.ended ?? [])
    if (code !== 'temporal_away') log.info({ problem: key, code, terminal: true }, `Over: ${title}`)
}

/** @param upSinceMs start of this worker */
export function createSupervisor(context: WorkerContext, upSinceMs: number): Supervisor {
  const { state, clock, log } = context
  const lease = createLease(context, LEASE, context.scaledMs(LEASE_MS))
  const direct = createDirectSender(context)
  let stuck: readonly Problem[] | undefined
  let stuckAtMs = -Infinity
  let known: readonly ProblemInfo[] = []
  let checking: Promise<void> | undefined

  const findStuck = async (): Promise<void> => {
    const nowMs = clock.nowMs()
    if (stuck && nowMs - stuckAtMs < context.scaledMs(STUCK_EVERY_MS)) return
    try {
      stuck = await findStuckWorkflows(context)
      stuckAtMs = nowMs
    } catch (error) {
      if (!isTemporalUnusable(error)) throw error
      stuck = undefined
    }
  }
  const checkOnce = async (): Promise<void> => {
    const settings = await findSettingsProblem(context)
    const config = await readRecipients(context)
    await tryCompare(context.clockCheck, log)
    const apart = findClockProblem(context)
    const temporal = await findTemporalProblem(context)
    if (temporal) stuck = undefined
    else await findStuck()
    const ids = config.sources.map(({ id }) => id)
    const nowMs = clock.nowMs()
    const isOurs = await lease.isHeld()
    const changes = await state.write(async (tx) => {
      if (!isOurs) return undefined
      const sources = await findSourceProblems(tx, ids)
      const others = [...(await findDailyProblems(tx, nowMs, upSinceMs)), ...(await findChannelProblems(tx, config, nowMs))]
      const problems = [settings, apart, temporal, ...(stuck ?? []), ...sources.problems, ...others].filter((problem) => problem !== undefined)
      const isUndecided = (key: string): boolean => sources.undecided.has(key) || (stuck === undefined && key.startsWith('workflow:'))
      return reconcileProblems(tx, { problems, isUndecided }, config, { nowMs, scaledMs: context.scaledMs })
    })
    logChanges(context, changes)
    const rows = await state.read(listOpenProblems)
    if (temporal && isOurs) sendInOutage(context, direct, rows, nowMs)
    const own = [settings, apart, temporal].filter((problem) => problem !== undefined && !rows.some((row) => row.key === problem.key))
    known = [
      ...own.flatMap((problem) => (problem ? [{ code: problem.code, title: problem.title, detail: problem.detail, since: isoTime(nowMs) }] : [])),
      ...rows.map(({ code, title, detail, began_at }) => ({ code: code as ProblemInfo['code'], title, detail, since: began_at })),
    ]
  }
  return {
    check: () => (checking ??= checkOnce().finally(() => (checking = undefined))),
    list: () => known,
    close: async () => {
      await checking?.catch(() => undefined)
      await direct.close()
    },
  }
}
