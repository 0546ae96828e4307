import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../../config/config.ts'
import { parsePayload } from '../../activities/notify/payload.ts'
import { addressNotification, queueAddressedReminders } from '../../activities/notify/queue.ts'
import { listRecipientsOfKind, listRecipients, listRoutes, type Recipient } from '../../activities/notify/routes.ts'
import { createTextsOf, type TextsOf } from '../../activities/notify/textsOf.ts'
import type { Notification } from '../../activities/notify/types.ts'
import { say } from '../../contract/sentences/say.ts'
import type { ProblemCode } from '../../contract/control/problems.ts'
import { DEFAULT_LANGUAGE } from '../../messages/languages/language.ts'
import type { Texts } from '../../messages/languages/texts.ts'
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
} from '../../state/schedules/problems.ts'
import { listReminderTexts } from '../../state/reminders/reminderAnswers.ts'
import { readStudioTimeZone } from '../../state/schedules/schedules.ts'
import { skipOtherDays } from '../../state/reminders/notifiedSteps.ts'
import { findKind, readSubject, type CheckResult } from './kinds/all.ts'
import { toFacts, translateProblem, type Problem, type ProblemText } from './problem.ts'

const BEGIN_STEP = 0
const END_STEP = -1
/** Day that differs from the day of every reminder, so that all pending ones of the problem are skipped. */
const NO_DAY = ''
const ENDED_BEFORE_SENT = say('problem_over')

const dayOf = ({ began_at: at }: Pick<ProblemRow, 'began_at'>): string => at.slice(0, 10)

const toNotification = (row: ProblemRow, step: number, { title, facts, plan, details }: ProblemText): Notification => ({
  kind: 'problem',
  subject: row.problem_id,
  dueOn: dayOf(row),
  step,
  title,
  facts,
  ...(plan && { plan }),
  ...(details && { details }),
})

const isSameProblem = (row: ProblemRow, problem: Problem): boolean => row.code === problem.code

const isListedIn =
  (list: readonly NotifiedRecipient[]) =>
  ({ channel, recipient }: NotifiedRecipient): boolean =>
    list.some((one) => one.channel === channel && one.recipient === recipient)

/**
 * Finds the title of an open problem in the language in which it was queued. The table of problems has the English one.
 */
async function createFindTitle(tx: Tx, row: ProblemRow): Promise<(texts: Texts) => string> {
  const queued = await listReminderTexts(tx, { kind: 'problem', subject: row.problem_id, due_on: dayOf(row) })
  const titles = new Map(
    queued
      .toReversed()
      .map(({ payload }) => parsePayload(payload))
      .map(({ language, title }) => [language, title]),
  )
  return ({ language }) => (language === DEFAULT_LANGUAGE ? row.title : (titles.get(language) ?? row.title))
}

/** Ends a problem. Notified recipients get a message about the end, unless another problem replaces it. */
async function endAndNotify(
  tx: Tx,
  row: ProblemRow,
  { recipients, textsOf, nowMs }: NotifyContext,
  isReplaced: boolean,
): Promise<void> {
  await skipOtherDays(tx, { kind: 'problem', subject: row.problem_id, due_on: NO_DAY, error: ENDED_BEFORE_SENT })
  await endProblem(tx, row.problem_id, toIsoTime(nowMs))
  const describeTitle = isReplaced ? undefined : await findKind(row.code)?.end({ row, subject: readSubject(row) }, tx)
  if (!describeTitle) return
  const notifiedRecipients = recipients.filter(isListedIn(await listReachedRecipients(tx, row.problem_id)))
  const findTitle = await createFindTitle(tx, row)
  const describe = (texts: Texts): ProblemText => {
    const { format } = texts
    const facts = { itWas: findTitle(texts), since: format.time(row.began_at), overAt: format.time(toIsoTime(nowMs)) }
    return { title: describeTitle(texts), facts: toFacts(facts, texts) }
  }
  const reminders = addressNotification(notifiedRecipients, textsOf, (texts) =>
    toNotification(row, END_STEP, describe(texts)),
  )
  await queueAddressedReminders(tx, reminders, nowMs)
}

interface NotifyContext {
  /** Everybody. */
  recipients: readonly Recipient[]
  /** Returns the recipients of a problem. */
  recipientsOf: (row: ProblemRow) => readonly Recipient[]
  textsOf: TextsOf
  nowMs: number
  scaledMs: (intervalMs: number) => number
}

/**
 * Creates a function that finds recipients. If none of a problem's recipients can be notified, for example because
 * their only channel fails, everybody else is.
 */
function createRecipientsOf(config: Config): NotifyContext['recipientsOf'] {
  const routes = listRoutes(config)
  return (row) => {
    const isNotified = (recipient: Recipient): boolean =>
      findKind(row.code)?.notifies(recipient, readSubject(row)) === true
    const concerned = listRecipientsOfKind(routes, row.code as ProblemCode).filter(isNotified)
    return concerned.length > 0 ? concerned : listRecipients(config).filter(isNotified)
  }
}

const describeRow = (
  problem: Problem,
  timeZone: string,
): Pick<ProblemRow, 'title' | 'detail' | 'facts' | 'translations'> => ({
  title: problem.title,
  detail: problem.detail,
  facts: JSON.stringify(problem.facts),
  translations: JSON.stringify(translateProblem(problem, timeZone)),
})

async function beginProblem(tx: Tx, problem: Problem, timeZone: string, nowMs: number): Promise<ProblemRow> {
  const row = {
    problem_id: uuidv7(),
    key: problem.key,
    code: problem.code,
    ...describeRow(problem, timeZone),
    began_at: toIsoTime(nowMs),
  }
  await addProblem(tx, row)
  return { ...row, ended_at: null }
}

/** Queues the message of an open problem for recipients without one, including new recipients. */
async function queueProblemMessages(tx: Tx, row: ProblemRow, problem: Problem, context: NotifyContext): Promise<void> {
  const { recipientsOf, textsOf, nowMs, scaledMs } = context
  if (nowMs - Date.parse(row.began_at) < scaledMs(findKind(row.code)?.delayMs ?? 0)) return
  const wasNotified = isListedIn(await listNotifiedRecipients(tx, row.problem_id))
  const pendingRecipients = recipientsOf(row).filter((recipient) => !wasNotified(recipient))
  if (pendingRecipients.length === 0) return
  const describe = (texts: Texts): ProblemText =>
    texts.language === DEFAULT_LANGUAGE ? problem : problem.describe(texts)
  const reminders = addressNotification(pendingRecipients, textsOf, (texts) =>
    toNotification(row, BEGIN_STEP, describe(texts)),
  )
  await queueAddressedReminders(tx, reminders, nowMs)
}

const isChanged = (row: ProblemRow, updated: ProblemRow): boolean =>
  (['title', 'detail', 'facts', 'translations'] as const).some((name) => row[name] !== updated[name])

export interface ProblemChanges {
  began: readonly Problem[]
  ended: readonly ProblemRow[]
}

/** Stores started and ended problems, and queues one message for each. @param config names the recipients */
export async function reconcileProblems(
  tx: Tx,
  { problems, isUndecided }: CheckResult,
  config: Config,
  clock: Pick<NotifyContext, 'nowMs' | 'scaledMs'>,
): Promise<ProblemChanges> {
  const timeZone = await readStudioTimeZone(tx)
  const textsOf = createTextsOf(config, timeZone)
  const notifyContext: NotifyContext = {
    ...clock,
    recipients: listRecipients(config),
    recipientsOf: createRecipientsOf(config),
    textsOf,
  }
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
      row = await beginProblem(tx, problem, timeZone, clock.nowMs)
      began.push(problem)
    }
    const updatedRow = { ...row, ...describeRow(problem, timeZone) }
    if (isChanged(row, updatedRow)) await updateProblem(tx, updatedRow)
    await queueProblemMessages(tx, updatedRow, problem, notifyContext)
  }
  for (const row of openRows.values()) {
    if (isUndecided(row)) continue
    await endAndNotify(tx, row, notifyContext, false)
    ended.push(row)
  }
  return { began, ended }
}
