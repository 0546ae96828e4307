import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../../config/config.ts'
import { queueNotifications } from '../../activities/notify/queue.ts'
import { listProblemRecipients, listRecipients, listRoutes, type Recipient } from '../../activities/notify/routes.ts'
import type { Notification } from '../../activities/notify/types.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import {
  addProblem,
  updateProblem,
  endProblem,
  listNotifiedRecipients,
  listOpenProblems,
  listReachedRecipients,
  type NotifiedRecipient,
  type ProblemRow,
} from '../../state/problems.ts'
import { findNewestReportable } from '../../state/runs.ts'
import { skipOtherDays } from '../../state/notifiedSteps.ts'
import { ACCESS_KEY } from './access.ts'
import {
  toChannelProblemKey,
  shouldNotify,
  describeWorkflowId,
  notifyDelayMs,
  TEMPORAL_KEY,
  type ProblemFact,
  type CheckResult,
  type Problem,
} from './problem.ts'

const BEGIN_STEP = 0
const END_STEP = -1
/** Differs from the day of every reminder, so that all pending ones of the problem are skipped. */
const NO_DAY = ''
const ENDED_BEFORE_SENT = 'It was over before it could be sent.'

const dayOf = ({ began_at: at }: Pick<ProblemRow, 'began_at'>): string => at.slice(0, 10)

const toNotification = (row: ProblemRow, step: number, title: string, facts: readonly ProblemFact[]): Notification => ({
  kind: 'problem',
  subject: row.problem_id,
  dueOn: dayOf(row),
  step,
  title,
  facts,
})

const isSameProblem = (row: ProblemRow, problem: Problem): boolean => row.code === problem.code

const isListedIn =
  (list: readonly NotifiedRecipient[]) =>
  ({ channel, recipient }: NotifiedRecipient): boolean =>
    list.some((one) => one.channel === channel && one.recipient === recipient)

/** Title of the message that a problem is over. */
async function endTitle(tx: Tx, { key, code }: ProblemRow): Promise<string> {
  if (key === 'daily') return 'The daily run works again'
  if (key === TEMPORAL_KEY) return 'Temporal answers again, and work continues'
  if (key === ACCESS_KEY) return 'The API accepts the worker’s key again'
  if (code === 'channel_failing') return `Reminders get through by ${key.slice(key.indexOf(':') + 1)} again`
  if (code === 'calendar_unreadable') return `What the calendar ${key.slice(key.indexOf(':') + 1)} shows can be read again`
  if (key.startsWith('calendar:')) return `The calendar ${key.slice(key.indexOf(':') + 1)} is as it should be at Google again`
  if (code === 'settings_conflict') return 'kitroom.yaml is not changed differently on several hosts any more'
  if (key.startsWith('settings')) return 'kitroom.yaml can be used again'
  const source = key.slice(key.indexOf(':') + 1)
  if (code === 'workflow_stuck') return `${describeWorkflowId(source)} goes on again`
  const run = await findNewestReportable(tx, source)
  const hasSucceeded = run !== undefined && ['completed', 'completed_with_errors'].includes(run.status)
  return hasSucceeded ? `Sync of ${source} works again` : `Sync of ${source} needs nothing from you any more`
}

/** Ends a problem. Notified recipients get a message that it is over, unless another problem replaces it. */
async function endAndNotify(tx: Tx, row: ProblemRow, { recipients, nowMs }: NotifyContext, isReplaced: boolean): Promise<void> {
  await skipOtherDays(tx, { kind: 'problem', subject: row.problem_id, due_on: NO_DAY, error: ENDED_BEFORE_SENT })
  await endProblem(tx, row.problem_id, toIsoTime(nowMs))
  if (isReplaced || !shouldNotify(row.code)) return
  const notifiedRecipients = recipients.filter(isListedIn(await listReachedRecipients(tx, row.problem_id)))
  const facts = [
    { name: 'It was', value: row.title },
    { name: 'Since', value: row.began_at },
    { name: 'Over at', value: toIsoTime(nowMs) },
  ]
  await queueNotifications(tx, [toNotification(row, END_STEP, await endTitle(tx, row), facts)], notifiedRecipients, nowMs)
}

interface NotifyContext {
  /** Everybody. */
  recipients: readonly Recipient[]
  /** Who is notified of a problem. */
  recipientsOf: (row: ProblemRow) => readonly Recipient[]
  nowMs: number
  scaledMs: (intervalMs: number) => number
}

/** A failing channel cannot report itself: if it is the only one of those concerned, everybody else is notified. */
function createRecipientsOf(config: Config): NotifyContext['recipientsOf'] {
  const routes = listRoutes(config)
  return ({ key, code }) => {
    const works = ({ channel }: Recipient): boolean => key !== toChannelProblemKey(channel)
    const concerned = listProblemRecipients(routes, code as ProblemCode).filter(works)
    return concerned.length > 0 ? concerned : listRecipients(config).filter(works)
  }
}

async function beginProblem(tx: Tx, { key, code, title, detail, facts }: Problem, nowMs: number): Promise<ProblemRow> {
  const row = { problem_id: uuidv7(), key, code, title, detail, facts: JSON.stringify(facts), began_at: toIsoTime(nowMs) }
  await addProblem(tx, row)
  return { ...row, ended_at: null }
}

/** Queues the message of an open problem for recipients without one, including new recipients. */
async function queueProblemMessages(tx: Tx, row: ProblemRow, { recipientsOf, nowMs, scaledMs }: NotifyContext): Promise<void> {
  if (!shouldNotify(row.code) || nowMs - Date.parse(row.began_at) < scaledMs(notifyDelayMs(row.code))) return
  const wasNotified = isListedIn(await listNotifiedRecipients(tx, row.problem_id))
  const pendingRecipients = recipientsOf(row).filter((recipient) => !wasNotified(recipient))
  if (pendingRecipients.length > 0)
    await queueNotifications(tx, [toNotification(row, BEGIN_STEP, row.title, JSON.parse(row.facts) as ProblemFact[])], pendingRecipients, nowMs)
}

export interface ProblemChanges {
  began: readonly Problem[]
  ended: readonly ProblemRow[]
}

/** Stores which problems began or ended, and queues one message for each. @param config names the recipients */
export async function reconcileProblems(
  tx: Tx,
  { problems, isUndecided }: CheckResult,
  config: Config,
  clock: Omit<NotifyContext, 'recipients' | 'recipientsOf'>,
): Promise<ProblemChanges> {
  const notifyContext: NotifyContext = { ...clock, recipients: listRecipients(config), recipientsOf: createRecipientsOf(config) }
  const openRows = new Map((await listOpenProblems(tx)).map((row) => [row.key, row]))
  const [began, ended]: [Problem[], ProblemRow[]] = [[], []]
  for (const problem of problems) {
    let row = openRows.get(problem.key)
    openRows.delete(problem.key)
    if (row && !isSameProblem(row, problem)) {
      await endAndNotify(tx, row, notifyContext, true)
      row = undefined
    }
    if (!row) {
      row = await beginProblem(tx, problem, clock.nowMs)
      began.push(problem)
    }
    const updatedRow = { ...row, title: problem.title, detail: problem.detail, facts: JSON.stringify(problem.facts) }
    if (updatedRow.title !== row.title || updatedRow.detail !== row.detail || updatedRow.facts !== row.facts) await updateProblem(tx, updatedRow)
    await queueProblemMessages(tx, updatedRow, notifyContext)
  }
  for (const row of openRows.values()) {
    if (isUndecided(row.key)) continue
    await endAndNotify(tx, row, notifyContext, false)
    ended.push(row)
  }
  return { began, ended }
}
