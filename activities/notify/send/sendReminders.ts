import { randomUUID } from 'node:crypto'
import { countWaiting } from '../../../state/reminderEnds.ts'
import type { ReminderRow } from '../../../state/reminderTable.ts'
import { endOfCollecting } from '../../collecting.ts'
import { forEachLimit } from '../../concurrency.ts'
import type { Channel as ChannelSettings } from '../../../config/reminders.ts'
import { guarded } from '../../guarded.ts'
import { createChannel } from '../channels/create.ts'
import { stopsChannel } from '../channels/types.ts'
import { recipientsOfChannel } from '../queue.ts'
import type { NotifyActivities, SendCounts } from '../types.ts'
import { createEvaluator } from './evaluate.ts'
import { sendNext } from './sendMail.ts'
import { giveUpOld, takeBackAbandoned } from './tidy.ts'
import type { NotifyDeps } from './types.ts'

const CHANNELS_AT_ONCE = 10

type Done = Record<'sent' | 'failed' | 'skipped', number>

/** Sends a channel's mails until none is due or the channel fails. */
async function workOff(deps: NotifyDeps, settings: ChannelSettings, signal: AbortSignal, done: Done): Promise<void> {
  const channel = createChannel(settings, deps)
  const by = randomUUID()
  const evaluate = createEvaluator(deps)
  try {
    for (const { recipient } of recipientsOfChannel(settings))
      while (!signal.aborted) {
        const next = await sendNext(deps, { channel, sending: { channel: settings.id, recipient, by }, evaluate, signal })
        if (!next) break
        const { outcome, reminders, skipped } = next
        done.skipped += skipped
        if (!outcome) continue
        if (stopsChannel(outcome)) return
        if (outcome.kind === 'sent' || outcome.kind === 'failed') done[outcome.kind] += reminders
      }
  } finally {
    channel.close()
  }
}

const aboutOf = ({ channel, kind, subject, due_on: dueOn }: ReminderRow): object => ({ channel, kind, subject, dueOn })

async function tidy({ state, clock, log }: NotifyDeps): Promise<number> {
  const { unknown, ended } = await state.write(async (tx) => ({
    unknown: await takeBackAbandoned(tx, clock.nowMs()),
    ended: await giveUpOld(tx, clock.nowMs()),
  }))
  for (const row of unknown) log.warn(aboutOf(row), 'nobody knows whether a reminder arrived; it was sent twice and is not sent again')
  for (const row of ended) log.warn(aboutOf(row), `a reminder was given up: ${row.error}`)
  return ended.length
}

/** Serializes work per channel, so that a killed worker has at most one unconfirmed mail per channel. */
function createQueue(): (channel: string, work: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>()
  return async (channel, work) => {
    const mine = (last.get(channel) ?? Promise.resolve()).then(work)
    const settled = mine.catch(() => undefined)
    last.set(channel, settled)
    await mine.finally(() => last.get(channel) === settled && last.delete(channel))
  }
}

/** Sends all due reminders. Channels run concurrently and fail independently. */
export const createSendDue = (deps: NotifyDeps): ((signal: AbortSignal) => Promise<SendCounts>) => {
  const queue = createQueue()
  return async (signal) => {
    const { reminders } = await deps.readConfig()
    const done: Done = { sent: 0, failed: 0, skipped: await tidy(deps) }
    const errors: unknown[] = []
    await forEachLimit(reminders.channels, CHANNELS_AT_ONCE, async (settings) => {
      await queue(settings.id, () => workOff(deps, settings, signal, done)).catch((error: unknown) => errors.push(error))
    })
    signal.throwIfAborted()
    if (errors.length > 0) throw errors[0]
    return { ...done, waiting: await deps.state.read(countWaiting) }
  }
}

export const createSendReminders = (deps: NotifyDeps): NotifyActivities['sendReminders'] => {
  const sendDue = createSendDue(deps)
  return () =>
    guarded(deps.log, async (signal) => {
      // Release what this workflow has queued, also after a failed activity.
      await endOfCollecting(deps)
      return sendDue(signal)
    })
}
