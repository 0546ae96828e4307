import { countDaysBetween } from '../../platform/studioDay.ts'
import type { DueRecipient } from './routes.ts'
import type { ReminderAnswerTable } from '../../state/tables/reminderTable.ts'

/**
 * Applies what people answered. After an acknowledgement nobody is reminded of this date; the day to which a reminder was postponed is a step of its
 * own.
 * @param today `YYYY-MM-DD`
 */
export function applyAnswer(
  recipients: readonly DueRecipient[],
  answer: ReminderAnswerTable | undefined,
  today: string,
): readonly DueRecipient[] {
  if (!answer) return recipients
  const { due_on: dueOn, snoozed_until: snoozedUntil } = answer
  if (snoozedUntil === null || snoozedUntil > today) return []
  const snoozedStep = countDaysBetween(snoozedUntil, dueOn)
  return recipients.map((recipient) => ({
    ...recipient,
    step: Math.min(recipient.step, snoozedStep),
    notifiedStep: Math.min(recipient.notifiedStep, snoozedStep),
  }))
}
