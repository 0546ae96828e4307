import type { ProblemInfo } from '../../contract/problems.ts'
import { isoTime } from '../../platform/clock.ts'
import { findClockProblem, tryCompare } from '../clockCheck.ts'
import type { WorkerContext } from '../context.ts'
import { createHold } from '../hold.ts'
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

const SWITCHED_OFF =
  'Until it is mended no sync starts, schedules stay as they are, and maintenance plans, warranties and calendars wait. Reminders that were due before go to the channels of its last version that could be used.'
const HOW_TO_EMPTY = 'To do without it, leave an empty file there.'

/** Finds out what keeps the worker from its work, and tells people once of each problem and once when it is over. */
export interface Supervisor {
  /** One look. Never throws for what may pass. */
  look: () => Promise<void>
  /** What the last look found, newest known first to last. */
  list: () => readonly ProblemInfo[]
  /** Waits for what it does. */
  close: () => Promise<void>
}

async function findSettingsProblem({ state, configFile }: WorkerContext): Promise<Problem | undefined> {
  const fault = await checkConfig(state, configFile)
  if (!fault) return undefined
  const { code, detail } = fault
  const help = code === 'settings_missing' ? `${SWITCHED_OFF} ${HOW_TO_EMPTY}` : SWITCHED_OFF
  const title = code === 'settings_missing' ? 'kitroom.yaml is not there any more' : 'kitroom.yaml cannot be used'
  const facts = [...detail.split('\n').map((value) => ({ name: 'Fault', value })), { name: 'What that means', value: help }]
  return { key: 'settings', code, title, detail: `${detail}\n${help}`, facts }
}

/** One line for the log and for the terminal of `npm start`, which shows what is marked so. */
function logChanges({ log }: WorkerContext, changes: Changes | undefined): void {
  // An outage of Temporal is told by who notices it first.
  for (const { key, code, title, detail } of changes?.began ?? [])
    if (code !== 'temporal_away') log.warn({ problem: key, code, terminal: true }, `${title}:\n${detail}`)
  for (const { key, code, title } of changes?.ended ?? [])
    if (code !== 'temporal_away') log.info({ problem: key, code, terminal: true }, `Over: ${title}`)
}

/** @param upSinceMs when this worker started */
export function createSupervisor(context: WorkerContext, upSinceMs: number): Supervisor {
  const { state, clock, log } = context
  const hold = createHold(context, LEASE, context.scaledMs(LEASE_MS))
  const direct = createDirectSender(context)
  let stuck: readonly Problem[] | undefined
  let stuckAtMs = -Infinity
  let known: readonly ProblemInfo[] = []
  let looking: Promise<void> | undefined

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
  const lookOnce = async (): Promise<void> => {
    const settings = await findSettingsProblem(context)
    const config = await readRecipients(context)
    await tryCompare(context.clockCheck, log)
    const apart = findClockProblem(context)
    const temporal = await findTemporalProblem(context)
    if (temporal) stuck = undefined
    else await findStuck()
    const ids = config.sources.map(({ id }) => id)
    const nowMs = clock.nowMs()
    const isOurs = await hold.isHeld()
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
    look: () => (looking ??= lookOnce().finally(() => (looking = undefined))),
    list: () => known,
    close: async () => {
      await looking?.catch(() => undefined)
      await direct.close()
    },
  }
}
