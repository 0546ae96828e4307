import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../../config/config.ts'
import { queueNotifications, recipientsOf, type Recipient } from '../../activities/notify/queue.ts'
import type { Notification } from '../../activities/notify/types.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import {
  addProblem,
  updateProblem,
  endProblem,
  listNotified,
  listOpenProblems,
  listReached,
  type Notified,
  type ProblemRow,
} from '../../state/problems.ts'
import { findNewestReportable } from '../../state/runs.ts'
import { skipOtherDays } from '../../state/notifiedSteps.ts'
import { channelKey, isNotified, nameOfWorkflow, notifyDelayMs, TEMPORAL_KEY, type Fact, type CheckResult, type Problem } from './problem.ts'

const BEGAN = 0
const ENDED = -1
/** Matches no day, so that every reminder of the problem is another day's. */
const NO_DAY = ''
const OVER = 'It was over before it could be sent.'

const dayOf = ({ began_at: at }: Pick<ProblemRow, 'began_at'>): string => at.slice(0, 10)

const message = (row: ProblemRow, step: number, title: string, facts: readonly Fact[]): Notification => ({
  kind: 'problem',
  subject: row.problem_id,
  dueOn: dayOf(row),
  step,
  title,
  facts,
})

const sameProblem = (row: ProblemRow, problem: Problem): boolean => row.code === problem.code

const isIn =
  (list: readonly Notified[]) =>
  ({ channel, recipient }: Notified): boolean =>
    list.some((one) => one.channel === channel && one.recipient === recipient)

/** Title of the message that a problem is over. */
async function endTitle(tx: Tx, { key, code }: ProblemRow): Promise<string> {
  if (key === 'daily') return 'The daily run works again'
  if (key === TEMPORAL_KEY) return 'Temporal answers again, and work continues'
  if (code === 'channel_failing') return `Reminders get through by ${key.slice(key.indexOf(':') + 1)} again`
  if (key === 'settings') return 'kitroom.yaml can be used again'
  const source = key.slice(key.indexOf(':') + 1)
  if (code === 'workflow_stuck') return `${nameOfWorkflow(source)} goes on again`
  const run = await findNewestReportable(tx, source)
  const works = run !== undefined && ['completed', 'completed_with_errors'].includes(run.status)
  return works ? `Sync of ${source} works again` : `Sync of ${source} needs nothing from you any more`
}

/** Ends a problem. Notified recipients get a message that it is over, unless another problem replaces it. */
async function endAndNotify(tx: Tx, row: ProblemRow, { recipients, nowMs }: Times, isReplaced: boolean): Promise<void> {
  await skipOtherDays(tx, { kind: 'problem', subject: row.problem_id, due_on: NO_DAY, error: OVER })
  await endProblem(tx, row.problem_id, isoTime(nowMs))
  if (isReplaced || !isNotified(row.code)) return
  const notifiedRecipients = recipients.filter(isIn(await listReached(tx, row.problem_id)))
  const facts = [
    { name: 'It was', value: row.title },
    { name: 'Since', value: row.began_at },
    { name: 'Over at', value: isoTime(nowMs) },
  ]
  await queueNotifications(tx, [message(row, ENDED, await endTitle(tx, row), facts)], notifiedRecipients, nowMs)
}

interface Times {
  recipients: readonly Recipient[]
  nowMs: number
  scaledMs: (intervalMs: number) => number
}

async function beginProblem(tx: Tx, { key, code, title, detail, facts }: Problem, nowMs: number): Promise<ProblemRow> {
  const row = { problem_id: uuidv7(), key, code, title, detail, facts: JSON.stringify(facts), began_at: isoTime(nowMs) }
  await addProblem(tx, row)
  return { ...row, ended_at: null }
}

/** Queues the message of an open problem for recipients without one, including new recipients. */
async function notify(tx: Tx, row: ProblemRow, { recipients, nowMs, scaledMs }: Times): Promise<void> {
  if (!isNotified(row.code) || nowMs - Date.parse(row.began_at) < scaledMs(notifyDelayMs(row.code))) return
  const known = isIn(await listNotified(tx, row.problem_id))
  // A failing channel cannot report itself.
  const missing = recipients.filter((recipient) => !known(recipient) && row.key !== channelKey(recipient.channel))
  if (missing.length > 0) await queueNotifications(tx, [message(row, BEGAN, row.title, JSON.parse(row.facts) as Fact[])], missing, nowMs)
}

export interface Changes {
  began: readonly Problem[]
  ended: readonly ProblemRow[]
}

/** Updates the open problems to the current ones and queues one message per beginning and end. @param config names the recipients */
export async function reconcileProblems(
  tx: Tx,
  { problems, isUndecided }: CheckResult,
  config: Config,
  clock: Omit<Times, 'recipients'>,
): Promise<Changes> {
  const times: Times = { ...clock, recipients: recipientsOf(config) }
  const open = new Map((await listOpenProblems(tx)).map((row) => [row.key, row]))
  const [began, ended]: [Problem[], ProblemRow[]] = [[], []]
  for (const problem of problems) {
    let row = open.get(problem.key)
    open.delete(problem.key)
    if (row && !sameProblem(row, problem)) {
      await endAndNotify(tx, row, times, true)
      row = undefined
    }
    if (!row) {
      row = await beginProblem(tx, problem, clock.nowMs)
      began.push(problem)
    }
    const described = { ...row, title: problem.title, detail: problem.detail, facts: JSON.stringify(problem.facts) }
    if (described.title !== row.title || described.detail !== row.detail || described.facts !== row.facts) await updateProblem(tx, described)
    await notify(tx, described, times)
  }
  for (const row of open.values()) {
    if (isUndecided(row.key)) continue
    await endAndNotify(tx, row, times, false)
    ended.push(row)
  }
  return { began, ended }
}
