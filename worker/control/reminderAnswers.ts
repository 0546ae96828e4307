import { readAccount } from '../../activities/api.ts'
import type { acknowledgeReminder, ReminderAnswer, snoozeReminder } from '../../contract/reminderAnswers.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { addDays, toStudioDay } from '../../platform/studioDay.ts'
import { unsettleCoverageEnd } from '../../state/coverage.ts'
import { listRemindersBySubjectEnd, storeReminderAnswer } from '../../state/reminderAnswers.ts'
import type { WorkerContext } from '../context.ts'
import { WorkerError } from '../errors.ts'

const API_TIMEOUT_MS = 3000
const ACKNOWLEDGED_TEXT = 'It was acknowledged before it could be sent.'

type Answered = Omit<ReminderAnswer, 'next_on'>

/** The newest reminder of a record, found by the end of its id. */
async function findReminder({ state }: WorkerContext, id: string): Promise<Answered> {
  const found = await state.read((tx) => listRemindersBySubjectEnd(tx, id))
  const [newest] = found
  if (!newest) throw new WorkerError('unknown_reminder', `No reminder has an id that ends with "${id}". \`kitroom reminders list\` shows the ids.`)
  if (found.some(({ subject }) => subject !== newest.subject))
    throw new WorkerError('ambiguous_reminder', `Several records have an id that ends with "${id}". Give more of it.`)
  const { kind, subject, due_on } = newest
  if (kind === 'problem') throw new WorkerError('not_answerable', 'A problem ends by itself once its cause is gone, and is reported once.')
  return { kind, subject, due_on, title: (JSON.parse(newest.payload) as { title: string }).title }
}

async function answer(context: WorkerContext, reminder: Answered, snoozedUntil: string | null): Promise<{ data: ReminderAnswer }> {
  const { kind, subject, due_on, title } = reminder
  const row = { kind, subject, due_on, snoozed_until: snoozedUntil, answered_at: toIsoTime(context.clock.nowMs()) }
  const error = snoozedUntil === null ? ACKNOWLEDGED_TEXT : `It was postponed to ${snoozedUntil} before it could be sent.`
  await context.state.write(async (tx) => {
    await storeReminderAnswer(tx, row, error)
    if (kind === 'warranty') await unsettleCoverageEnd(tx, subject)
  })
  context.log.info({ kind, subject, dueOn: due_on, snoozedUntil }, 'a reminder was answered')
  return { data: { kind, subject, title, due_on, next_on: snoozedUntil } }
}

export async function acknowledge(context: WorkerContext, { body }: Input<typeof acknowledgeReminder>): Promise<Reply<typeof acknowledgeReminder>> {
  return answer(context, await findReminder(context, body.id), null)
}

/** Postpones a reminder. One before the due day is postponed to that day at most, so that the day does not pass in silence. */
export async function snooze(context: WorkerContext, { body }: Input<typeof snoozeReminder>): Promise<Reply<typeof snoozeReminder>> {
  const reminder = await findReminder(context, body.id)
  const { timeZone } = await readAccount(context.api, AbortSignal.timeout(API_TIMEOUT_MS))
  const today = toStudioDay(context.clock.nowMs(), timeZone)
  const wanted = addDays(today, body.days)
  const { due_on: dueOn } = reminder
  return answer(context, reminder, dueOn > today && wanted > dueOn ? dueOn : wanted)
}
