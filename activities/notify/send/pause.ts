import { DAY_MS } from '../../../contract/policies.ts'
import { readOutcomeError, type Outcome } from '../../../messages/channels/channel.ts'
import { fingerprintChannel, type ChannelSettings } from '../../../messages/channels/kinds.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import {
  endChannelPause,
  listChannelPauses,
  pauseChannel,
  type ChannelPause,
} from '../../../state/reminders/channelPauses.ts'
import { deferChannel, deferUnconfirmed } from '../../../state/reminders/reminderEnds.ts'
import type { Config } from '../../../config/config.ts'
import type { Recipient } from '../routes.ts'
import { holdForPeople } from './holdForPeople.ts'
import type { NotifyDeps } from './types.ts'

/** Longest pause. A receiver that requests more gets the next attempt after this time. */
export const MAX_RETRY_AFTER_MS = DAY_MS
/** Interval of comparing a stopped channel's settings. */
const STOPPED_CHECK_MS = 10 * 60_000

/** A channel and its recipients. */
export interface SendTarget {
  config: Config
  settings: ChannelSettings
  recipients: readonly Recipient[]
}

type PauseDeps = Pick<NotifyDeps, 'state' | 'clock' | 'secrets'>

const isOver = (
  { until, fingerprint }: ChannelPause,
  settings: ChannelSettings,
  { secrets, clock }: PauseDeps,
): boolean =>
  until === null ? fingerprint !== fingerprintChannel(settings, secrets) : until <= toIsoTime(clock.nowMs())

/** True while a channel is paused. Its due reminders are deferred, so that they start no further sending. */
export async function deferIfPaused(deps: PauseDeps, { config, settings, recipients }: SendTarget): Promise<boolean> {
  const { state, clock } = deps
  const pause = (await state.read(listChannelPauses)).get(settings.id)
  if (!pause) return false
  if (isOver(pause, settings, deps)) {
    await state.write((tx) => endChannelPause(tx, settings.id))
    return false
  }
  const nextTryAt = pause.until ?? toIsoTime(clock.nowMs() + STOPPED_CHECK_MS)
  const wait = { channel: settings.id, now: toIsoTime(clock.nowMs()), nextTryAt, error: pause.error }
  await state.write(async (tx) => {
    // Digests and quiet hours come first, because the reminders that they hold are not due.
    for (const to of recipients) await holdForPeople(tx, config, to, clock.nowMs())
    await deferChannel(tx, wait)
    await deferUnconfirmed(tx, wait)
  })
  return true
}

/** Stores that the receiver requested a pause, or ended the channel. */
export async function recordPause(
  { state, clock, secrets }: PauseDeps,
  settings: ChannelSettings,
  outcome: Outcome,
): Promise<void> {
  if (outcome.kind !== 'retry') return
  const { retryAfterMs = 0, stopsChannel } = outcome
  const error = readOutcomeError(outcome)
  const { id: channel } = settings
  if (stopsChannel) {
    const fingerprint = fingerprintChannel(settings, secrets)
    await state.write((tx) => pauseChannel(tx, { channel, until: null, fingerprint, error }))
  } else if (retryAfterMs > 0) {
    const until = toIsoTime(clock.nowMs() + Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))
    await state.write((tx) => pauseChannel(tx, { channel, until, fingerprint: null, error }))
  }
}
