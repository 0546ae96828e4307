import { randomUUID } from 'node:crypto'
import { createKeyedMutex } from '../../../platform/keyedMutex.ts'
import { readLeaseClockMs } from '../../../state/hosts/leaseClock.ts'
import { countWaitingReminders } from '../../../state/reminders/reminderEnds.ts'
import type { ReminderRow } from '../../../state/tables/reminderTable.ts'
import { releaseReminders } from '../holdReminders.ts'
import { forEachLimit } from '../../shared/forEachLimit.ts'
import { runActivity } from '../../shared/runActivity.ts'
import { openChannel } from '../../../messages/channels/kinds.ts'
import { stopsChannel } from '../../../messages/channels/channel.ts'
import { listRecipients } from '../routes.ts'
import type { SendCounts } from '../types.ts'
import { createEvaluator } from './evaluate.ts'
import { sendNextMail } from './sendMail.ts'
import { deferIfPaused, recordPause, type SendTarget } from './pause.ts'
import { expireOldReminders, releaseAbandonedClaims } from './abandoned.ts'
import type { NotifyDeps } from './types.ts'

/**
 * Maximum number of concurrent channels. Each waits for one receiver, so that many silent ones hardly delay the others.
 */
const MAX_CONCURRENT_CHANNELS = 40

type OutcomeCounts = Record<'sent' | 'failed' | 'skipped', number>

/** Sends a channel's mails until none is due or the channel fails. It sends nothing by a paused channel. */
async function sendChannel(
  deps: NotifyDeps,
  { config, settings, recipients }: SendTarget,
  signal: AbortSignal,
  counts: OutcomeCounts,
): Promise<void> {
  if (await deferIfPaused(deps, { config, settings, recipients })) return
  const channel = openChannel(settings, deps)
  const by = randomUUID()
  const evaluate = createEvaluator(deps)
  try {
    for (const { recipient } of recipients)
      while (!signal.aborted) {
        const sent = await sendNextMail(deps, {
          channel,
          config,
          sending: { channel: settings.id, recipient, by },
          evaluate,
          signal,
        })
        if (!sent) break
        const { outcome, reminders, skipped } = sent
        counts.skipped += skipped
        if (!outcome) continue
        await recordPause(deps, settings, outcome)
        if (stopsChannel(outcome)) return
        if (outcome.kind === 'sent' || outcome.kind === 'failed') counts[outcome.kind] += reminders
      }
  } finally {
    channel.close()
  }
}

const logFields = ({ channel, kind, subject, due_on: dueOn }: ReminderRow): object => ({
  channel,
  kind,
  subject,
  dueOn,
})

async function endOverdueReminders({ state, clock, log }: NotifyDeps): Promise<number> {
  const claimAtMs = await readLeaseClockMs(state, clock)
  const { unknown, ended } = await state.write(async (tx) => ({
    unknown: await releaseAbandonedClaims(tx, { nowMs: clock.nowMs(), claimAtMs }),
    ended: await expireOldReminders(tx, clock.nowMs()),
  }))
  for (const row of unknown)
    log.warn(logFields(row), 'a reminder is unconfirmed after two attempts and is not sent again')
  for (const { row, reason } of ended) log.warn(logFields(row), `a reminder was given up: ${reason.message}`)
  return ended.length
}

/** Sends all due reminders. Channels run concurrently and fail independently. */
export const createDueReminderSender = (deps: NotifyDeps): ((signal: AbortSignal) => Promise<SendCounts>) => {
  // The lock limits a channel to one unconfirmed mail if the worker is killed.
  const withLock = createKeyedMutex()
  return async (signal) => {
    const config = await deps.readConfig()
    const counts: OutcomeCounts = { sent: 0, failed: 0, skipped: await endOverdueReminders(deps) }
    const errors: unknown[] = []
    const recipients = listRecipients(config)
    await forEachLimit(config.reminders.channels, MAX_CONCURRENT_CHANNELS, async (settings) => {
      const target = { config, settings, recipients: recipients.filter(({ channel }) => channel === settings.id) }
      await withLock(settings.id, () => sendChannel(deps, target, signal, counts)).catch((error: unknown) =>
        errors.push(error),
      )
    })
    signal.throwIfAborted()
    if (errors.length > 0) throw errors[0]
    return { ...counts, waiting: await deps.state.read(countWaitingReminders) }
  }
}

/** Sends due reminders. Safe to run concurrently: a claim prevents duplicates. */
export const createSendReminders = (deps: NotifyDeps) => {
  const sendDue = createDueReminderSender(deps)
  return {
    sendReminders: (): Promise<SendCounts> =>
      runActivity(deps.log, async (signal) => {
        // Release the reminders that this workflow has queued, even after a failed activity.
        await releaseReminders(deps)
        return sendDue(signal)
      }),
  }
}
