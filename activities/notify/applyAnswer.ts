import { countDaysBetween } from '../../platform/studioDay.ts'
import type { DueRecipient } from './routes.ts'
import type { ReminderAnswerTable } from '../../state/tables/reminderTable.ts'

/**
 * Applies people's answers. An acknowledgement ends the reminders of this date; a postponed reminder's new day is a
 * separate step.
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
