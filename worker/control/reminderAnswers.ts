import type {
  acknowledgeReminder as acknowledgeOperation,
  ReminderAnswer,
  snoozeReminder as snoozeOperation,
  withdrawReminderLinks,
} from '../../contract/reminderAnswers.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { storeLinksValidFrom } from '../../state/facts.ts'
import { listRemindersBySubjectEnd } from '../../state/reminderAnswers.ts'
import type { WorkerContext } from '../context.ts'
import { WorkerError } from '../errors.ts'
import { acknowledgeReminder, snoozeReminder } from '../reminders/answer.ts'

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

export async function acknowledge(context: WorkerContext, { body }: Input<typeof acknowledgeOperation>): Promise<Reply<typeof acknowledgeOperation>> {
  const reminder = await findReminder(context, body.id)
  await acknowledgeReminder(context, reminder)
  return { data: { ...reminder, next_on: null } }
}

export async function snooze(context: WorkerContext, { body }: Input<typeof snoozeOperation>): Promise<Reply<typeof snoozeOperation>> {
  const reminder = await findReminder(context, body.id)
  return { data: { ...reminder, next_on: await snoozeReminder(context, reminder, body.days) } }
}

export async function withdrawLinks({ state, clock }: WorkerContext): Promise<Reply<typeof withdrawReminderLinks>> {
  const validFrom = toIsoTime(clock.nowMs())
  await state.write((tx) => storeLinksValidFrom(tx, validFrom))
  return { data: { valid_from: validFrom } }
}
