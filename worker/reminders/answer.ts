import { readAccount } from '../../activities/shared/api.ts'
import { updateMaintenance, getMaintenance } from '../../contract/api/maintenance.ts'
import { say } from '../../contract/sentences/say.ts'
import { undefinedIfNotFound } from '../../client/undefinedIfNotFound.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { addDays, toStudioDay } from '../../platform/studioDay.ts'
import { unsettleCoverageEnd } from '../../state/coverage/coverage.ts'
import { storeReminderAnswer } from '../../state/reminders/reminderAnswers.ts'
import type { WorkerContext } from '../context/context.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'
import type { ReminderSubject } from '../../state/tables/reminderTable.ts'

const API_TIMEOUT_MS = 3000

export type AnswerContext = Pick<WorkerContext, 'state' | 'clock' | 'log' | 'api'>

async function store(
  { state, clock, log }: Omit<AnswerContext, 'api'>,
  subject: ReminderSubject,
  snoozedUntil: string | null,
): Promise<void> {
  const row = { ...subject, snoozed_until: snoozedUntil, answered_at: toIsoTime(clock.nowMs()) }
  const error = snoozedUntil === null ? say('reminder_acknowledged') : say('reminder_postponed', { day: snoozedUntil })
  await state.write(async (tx) => {
    await storeReminderAnswer(tx, row, error)
    if (subject.kind === 'warranty') await unsettleCoverageEnd(tx, subject.subject)
  })
  log.info(
    { kind: subject.kind, subject: subject.subject, dueOn: subject.due_on, snoozedUntil },
    'a reminder was answered',
  )
}

export const acknowledgeReminder = (
  context: Omit<AnswerContext, 'api'>,
  { kind, subject, due_on }: ReminderSubject,
): Promise<void> => store(context, { kind, subject, due_on }, null)

/**
 * Postpones reminders. Before the due day they are postponed to that day at most, so that it does not pass unnoticed.
 * @returns the day of the next reminder, `YYYY-MM-DD`
 */
export async function snoozeReminder(
  context: AnswerContext,
  { kind, subject, due_on }: ReminderSubject,
  days: number,
): Promise<string> {
  const { timeZone } = await readAccount(context.api, AbortSignal.timeout(scaleTimeLimit(API_TIMEOUT_MS)))
  const today = toStudioDay(context.clock.nowMs(), timeZone)
  const wanted = addDays(today, days)
  const nextOn = due_on > today && wanted > due_on ? due_on : wanted
  await store(context, { kind, subject, due_on }, nextOn)
  return nextOn
}

/**
 * Completes the maintenance record of a reminder.
 * @returns false if it was deleted, cancelled or moved to another date
 */
export async function completeMaintenance(
  { api }: Pick<AnswerContext, 'api'>,
  { subject: id, due_on: dueOn }: ReminderSubject,
): Promise<boolean> {
  const signal = AbortSignal.timeout(scaleTimeLimit(API_TIMEOUT_MS))
  const record = (await undefinedIfNotFound(api.call(getMaintenance, { params: { id } }, { signal })))?.body.data
  if (record?.status === 'completed') return true
  if (!record || record.status === 'cancelled' || record.service_date !== dueOn) return false
  const options = {
    ifMatch: `"${record.updated_at}"`,
    idempotencyKey: `done-${id}-${record.updated_at.replaceAll(/\D/g, '')}`,
    signal,
  }
  await api.call(updateMaintenance, { params: { id }, body: { updates: { status: 'completed' } } }, options)
  return true
}
