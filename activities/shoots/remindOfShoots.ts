import { listShoots, type Shoot } from '../../contract/api/shoots.ts'
import { addDays } from '../../platform/studioDay.ts'
import { readAccount } from '../shared/api.ts'
import type { AutomationDeps, Counts, Day } from '../shared/automation.ts'
import { withRemindersHeld } from '../notify/holdReminders.ts'
import { listAllRecords } from '../shared/listAll.ts'
import {
  addressNotification,
  findUnnotified,
  queueAddressedReminders,
  type AddressedReminder,
} from '../notify/queue.ts'
import { createTextsOf } from '../notify/textsOf.ts'
import { listShootRecipients, type DueRecipient } from '../notify/routes.ts'
import { readToday } from '../shared/readToday.ts'
import { runActivity } from '../shared/runActivity.ts'
import { describeShoot, SHOOT_STEP } from './describeShoot.ts'
import { isUpcoming } from './isUpcoming.ts'

/**
 * Queues the missing reminders of a day: of the next day's shoots, and of its own shoots that have not begun. It reads
 * these two days.
 * @param day `YYYY-MM-DD`
 * @returns counts; none if nobody asks for reminders of shoots
 */
async function queueShootReminders(
  deps: AutomationDeps,
  day: string,
  timeZone: string,
  signal: AbortSignal,
): Promise<Counts> {
  const config = await deps.readConfig()
  const recipients = listShootRecipients(config)
  if (recipients.length === 0) return {}
  const query = { fromDate: day, toDate: addDays(day, 1) }
  const listed = await listAllRecords<Shoot>(
    'list of shoots',
    async (page) => (await deps.api.call(listShoots, { query: { ...page, ...query } }, { signal })).body,
  )
  const nowMs = deps.clock.nowMs()
  const shoots = listed.filter((shoot) => isUpcoming(shoot, { nowMs, timeZone, day }))
  const textsOf = createTextsOf(config, timeZone)
  const due: DueRecipient[] = recipients.map((to) => ({ ...to, step: SHOOT_STEP, notifiedStep: SHOOT_STEP }))
  const queued = await deps.state.write(async (tx) => {
    const reminders: AddressedReminder[] = []
    for (const shoot of shoots) {
      const about = { kind: 'shoot_tomorrow', subject: shoot.id, due_on: shoot.shoot_date, day }
      const unnotified = await findUnnotified(tx, about, due)
      reminders.push(
        ...addressNotification(unnotified.recipients, textsOf, (texts) => describeShoot(shoot, day, texts)),
      )
    }
    return queueAddressedReminders(tx, reminders, nowMs)
  })
  return { shoots: shoots.length, queued }
}

/** Queues reminders of shoots of the next day. Counts `shoots` and `queued` reminders; none if nobody asks for them. */
export const createRemindOfShoots = (deps: AutomationDeps) => ({
  remindOfShoots: ({ day }: Day): Promise<Counts> =>
    runActivity(deps.log, async (signal) => {
      const { timeZone } = await readAccount(deps.api, signal)
      return withRemindersHeld(deps, () => queueShootReminders(deps, day, timeZone, signal))
    }),
})

/**
 * Queues reminders of shoots that are entered or moved after the hour of the daily run. Before it, the daily run queues
 * them.
 */
export async function remindOfLateShoots(deps: AutomationDeps, signal: AbortSignal): Promise<void> {
  const config = await deps.readConfig()
  if (listShootRecipients(config).length === 0) return
  const { day, settledDay, timeZone } = await readToday(deps, config, signal)
  if (day === settledDay) await queueShootReminders(deps, day, timeZone, signal)
}
