import type { Database, Tx } from '../../platform/sql/types.ts'
import { settleCoverageEnd, type CoverageEnd } from '../../state/coverage/coverage.ts'
import { findReminderAnswer } from '../../state/reminders/reminderAnswers.ts'
import { listSentSteps } from '../../state/reminders/notifiedSteps.ts'
import { applyAnswer } from '../notify/applyAnswer.ts'
import type { DueRecipient } from '../notify/routes.ts'
import { findDueRecipients, listCoverageRoutes, type DueContext } from './dueRecipients.ts'

/** Maximum number of ends per transaction, so that other writers do not wait long. */
const ROWS_PER_TRANSACTION = 200

/**
 * True if each recipient got the last step of an end. An unsent reminder may still be skipped and become due again. An
 * acknowledged end needs no reminder, and a postponed one waits for its day.
 */
async function wasEachNotified(
  tx: Tx,
  { document_id: id, expires_on: expiresOn }: CoverageEnd,
  day: string,
  due: readonly DueRecipient[],
) {
  const about = { kind: 'warranty', subject: id, due_on: expiresOn }
  const answer = await findReminderAnswer(tx, about)
  if (answer?.snoozed_until != null && answer.snoozed_until > day) return false
  const recipients = applyAnswer(due, answer, day)
  const steps = await listSentSteps(tx, about)
  return recipients.every((to) =>
    steps.some(
      (sent) => sent.channel === to.channel && sent.recipient === to.recipient && sent.step <= to.notifiedStep,
    ),
  )
}

interface EndsToSettle {
  ends: readonly CoverageEnd[]
  /** Recipients of a document, by its id. For other documents everybody was notified. */
  concerned: ReadonlyMap<string, readonly DueRecipient[]>
}

/** Marks past ends of which everybody was notified, so that later evaluations do not read them. */
export async function settleEnds(
  state: Database,
  { ends, concerned }: EndsToSettle,
  context: DueContext,
  signal: AbortSignal,
): Promise<void> {
  const routes = listCoverageRoutes(context)
  const passed = ends.filter(({ expires_on: expiresOn }) => expiresOn < context.settledDay)
  for (let from = 0; from < passed.length; from += ROWS_PER_TRANSACTION) {
    signal.throwIfAborted()
    await state.write(async (tx) => {
      for (const end of passed.slice(from, from + ROWS_PER_TRANSACTION)) {
        const recipients = concerned.get(end.document_id) ?? findDueRecipients(routes, end.expires_on, context)
        if (await wasEachNotified(tx, end, context.settledDay, recipients)) await settleCoverageEnd(tx, end)
      }
    })
  }
}
