import { v7 as uuidv7 } from 'uuid'
import { addressNotification, queueAddressedReminders } from '../../activities/notify/queue.ts'
import { listRoutes } from '../../activities/notify/routes.ts'
import { createTextsOf } from '../../activities/notify/textsOf.ts'
import { endUnsubscribedReminders } from '../../activities/notify/unsubscribe/endReminders.ts'
import { describeUnsubscription, findPersonName } from '../../activities/notify/unsubscribe/notification.ts'
import { withUnsubscribed } from '../../activities/notify/unsubscribe/withUnsubscribed.ts'
import type { Config, UnsubscribedAddress } from '../../config/config.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { readStudioTimeZone } from '../../state/schedules/schedules.ts'
import { addUnsubscription } from '../../state/reminders/unsubscriptions.ts'
import type { StateAndClock, WorkerContext } from '../context/context.ts'
import { notificationKinds } from '../../activities/kinds.ts'

export type UnsubscribeContext = StateAndClock & Pick<WorkerContext, 'log'>

/**
 * Ends the reminders of a person at an address. It skips the pending ones, and notifies the fallback person, who then
 * gets reminders that match nobody. A repetition changes nothing.
 */
export async function unsubscribe(
  { state, clock, log }: UnsubscribeContext,
  config: Config,
  { person, channel, recipient }: UnsubscribedAddress,
): Promise<void> {
  const nowMs = clock.nowMs()
  const row = { person, channel, recipient, unsubscription_id: uuidv7(), unsubscribed_at: toIsoTime(nowMs) }
  const isNew = await state.write(async (tx) => {
    if ((await addUnsubscription(tx, row)) === 0) return false
    await endUnsubscribedReminders(
      tx,
      { channel, recipient },
      { config: await withUnsubscribed(tx, config), kinds: notificationKinds, nowMs },
    )
    const textsOf = createTextsOf(config, await readStudioTimeZone(tx))
    const name = findPersonName(config, person)
    const { recipients } = listRoutes(config).fallback
    const notice = addressNotification(recipients, textsOf, (texts) => describeUnsubscription(row, name, texts))
    await queueAddressedReminders(tx, notice, nowMs)
    return true
  })
  if (isNew)
    log.warn(
      { person, channel },
      'a person has unsubscribed from reminders; `kitroom reminders unsubscribed` lists all',
    )
}
