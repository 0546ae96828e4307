import type { Database, Tx } from '../../platform/sql/types.ts'
import { countDaysBetween } from '../../platform/studioDay.ts'
import { settleCoverageEnd, type CoverageEnd } from '../../state/coverage.ts'
import { listSentSteps } from '../../state/notifiedSteps.ts'
import { listRecipients, type Recipient } from '../notify/queue.ts'
import { findDueCoverageStep } from './findDueCoverageStep.ts'
import type { DueContext } from './queueDueReminders.ts'

/** Ends per transaction, so that other writers do not wait long. */
const ROWS_PER_TRANSACTION = 200

/** True if each recipient got the last step of an end. A reminder that is not sent yet may be skipped, and is then due again. */
async function wasEachNotified(tx: Tx, { document_id: id, expires_on: expiresOn }: CoverageEnd, step: number, recipients: readonly Recipient[]) {
  const steps = await listSentSteps(tx, { kind: 'warranty', subject: id, due_on: expiresOn })
  return recipients.every((to) => steps.some((sent) => sent.channel === to.channel && sent.recipient === to.recipient && sent.step <= step))
}

/** Marks ends that have passed and of which everybody was notified, so that later evaluations do not read them. */
export async function settleEnds(
  state: Database,
  ends: readonly CoverageEnd[],
  { settledDay, config }: DueContext,
  signal: AbortSignal,
): Promise<void> {
  const recipients = listRecipients(config)
  const passed = ends.filter(({ expires_on: expiresOn }) => expiresOn < settledDay)
  for (let from = 0; from < passed.length; from += ROWS_PER_TRANSACTION) {
    signal.throwIfAborted()
    await state.write(async (tx) => {
      for (const end of passed.slice(from, from + ROWS_PER_TRANSACTION)) {
        const due = findDueCoverageStep(config.warranty.steps, countDaysBetween(settledDay, end.expires_on))
        if (due && (await wasEachNotified(tx, end, due.notifiedStep, recipients))) await settleCoverageEnd(tx, end)
      }
    })
  }
}
