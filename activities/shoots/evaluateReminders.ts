import { undefinedIfNotFound } from '../../client/undefinedIfNotFound.ts'
import { getShoot, listShoots, type Shoot } from '../../contract/api/shoots.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import { toStudioDay } from '../../platform/studioDay.ts'
import { readAccount } from '../shared/api.ts'
import type { AutomationDeps } from '../shared/automation.ts'
import { describeInLanguages } from '../notify/inLanguages.ts'
import { listShootRecipients } from '../notify/routes.ts'
import type { Evaluate, Evaluation, WaitingReminder } from '../notify/types.ts'
import { readRecordsById } from '../shared/readRecordsById.ts'
import { describeShoot } from './describeShoot.ts'
import { isUpcoming, type StudioNow } from './isUpcoming.ts'

const toRejection = (reason: Said): Evaluation => ({ applies: false, reason })

/** Creates a new text, because place and time may have changed since it was queued. */
function evaluateReminder(
  reminder: WaitingReminder,
  shoot: Shoot | undefined,
  now: StudioNow,
  texts: Texts,
): Evaluation {
  if (!shoot) return toRejection(say('shoot_deleted'))
  if (shoot.shoot_date !== reminder.due_on) return toRejection(say('shoot_moved', { day: shoot.shoot_date }))
  if (shoot.status === 'cancelled') return toRejection(say('shoot_cancelled'))
  if (shoot.status === 'completed') return toRejection(say('shoot_completed'))
  if (!isUpcoming(shoot, now)) return toRejection(say('shoot_not_tomorrow'))
  return { applies: true, newText: describeInLanguages(texts, (one) => describeShoot(shoot, now.day, one)) }
}

export const createEvaluateShoots =
  ({ api, clock, readConfig }: Pick<AutomationDeps, 'api' | 'clock' | 'readConfig'>): Evaluate =>
  async (reminders, signal, texts) => {
    const isAskedFor = listShootRecipients(await readConfig()).length > 0
    if (!isAskedFor)
      return new Map(reminders.map(({ message_id: id }) => [id, toRejection(say('shoot_reminders_off'))]))
    const { timeZone } = await readAccount(api, signal)
    const shoots = await readRecordsById(new Set(reminders.map(({ subject }) => subject)), {
      what: 'list of shoots',
      readOne: async (id) => (await undefinedIfNotFound(api.call(getShoot, { params: { id } }, { signal })))?.body.data,
      readPage: async (query) => (await api.call(listShoots, { query }, { signal })).body,
    })
    const nowMs = clock.nowMs()
    const now = { nowMs, timeZone, day: toStudioDay(nowMs, timeZone) }
    return new Map(
      reminders.map((reminder) => [
        reminder.message_id,
        evaluateReminder(reminder, shoots.get(reminder.subject), now, texts),
      ]),
    )
  }
