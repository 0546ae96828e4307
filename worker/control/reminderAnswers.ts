import type {
  acknowledgeReminder as acknowledgeOperation,
  ReminderAnswer,
  snoozeReminder as snoozeOperation,
  withdrawReminderLinks,
} from '../../contract/control/reminderAnswers.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { storeLinksValidFrom } from '../../state/hosts/facts.ts'
import { listRemindersBySubjectEnd } from '../../state/reminders/reminderAnswers.ts'
import { notificationKinds } from '../../activities/kinds.ts'
import { parsePayload } from '../../activities/notify/payload.ts'
import type { StateAndClock, WorkerContext } from '../context/context.ts'
import { createWorkerError } from '../context/errors.ts'
import { acknowledgeReminder, snoozeReminder, type AnswerContext } from '../reminders/answer.ts'
import { findPresentDate } from '../reminders/findPresentDate.ts'

type Answered = Omit<ReminderAnswer, 'next_on'>

/** True for a kind with commands that answer its messages. */
const isAnswerable = (kind: string): boolean => notificationKinds.find(kind).listCommands !== undefined

/** Finds the reminder of a record's present date, else the newest one, by the end of the record's id. */
async function findReminder(context: Pick<WorkerContext, 'state' | 'api'>, id: string): Promise<Answered> {
  const found = await context.state.read((tx) => listRemindersBySubjectEnd(tx, id))
  // A message without an answer may be newer than the reminder of the same record.
  const newest = found.find(({ kind }) => isAnswerable(kind)) ?? found[0]
  if (!newest) throw createWorkerError('unknown_reminder', { reminder: id })
  if (found.some(({ subject }) => subject !== newest.subject))
    throw createWorkerError('ambiguous_reminder', { reminder: id })
  const { kind, subject } = newest
  if (kind === 'problem') throw createWorkerError('problem_ends_itself', {})
  if (!isAnswerable(kind)) throw createWorkerError('no_answer_needed', {})
  // A date that was moved and moved back has an older reminder than the date in between.
  const presentDate = await findPresentDate(context, newest)
  const present = found.find((one) => one.kind === kind && one.due_on === presentDate) ?? newest
  const { title, titles = {} } = parsePayload(present.payload)
  return { kind, subject, due_on: present.due_on, title, titles }
}

export async function acknowledge(
  context: AnswerContext,
  { body }: Input<typeof acknowledgeOperation>,
): Promise<Reply<typeof acknowledgeOperation>> {
  const reminder = await findReminder(context, body.id)
  await acknowledgeReminder(context, reminder)
  return { data: { ...reminder, next_on: null } }
}

export async function snooze(
  context: AnswerContext,
  { body }: Input<typeof snoozeOperation>,
): Promise<Reply<typeof snoozeOperation>> {
  const reminder = await findReminder(context, body.id)
  return { data: { ...reminder, next_on: await snoozeReminder(context, reminder, body.days) } }
}

export async function withdrawLinks({ state, clock }: StateAndClock): Promise<Reply<typeof withdrawReminderLinks>> {
  const validFrom = toIsoTime(clock.nowMs())
  await state.write((tx) => storeLinksValidFrom(tx, validFrom))
  return { data: { valid_from: validFrom } }
}
