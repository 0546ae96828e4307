import { undefinedIfNotFound } from '../../client/undefinedIfNotFound.ts'
import { getMaintenance, listMaintenance, type Maintenance } from '../../contract/maintenance.ts'
import type { Gear } from '../../contract/gear.ts'
import { readAccount, type Api } from '../api.ts'
import type { AutomationDeps } from '../automation.ts'
import type { Evaluate, Evaluation, WaitingReminder } from '../notify/types.ts'
import { readItemsById } from '../readItem.ts'
import { readRecordsById } from '../readRecordsById.ts'
import { toStudioDay, countDaysBetween } from '../../platform/studioDay.ts'
import { forEachLimit } from '../forEachLimit.ts'
import { describeService } from './describeService.ts'
import { readServiceHistory, type ServiceHistory } from './readServiceHistory.ts'

const MAX_CONCURRENT = 4

interface CurrentState {
  records: ReadonlyMap<string, Maintenance>
  items: ReadonlyMap<string, Gear>
  /** Of the records whose text is written anew, by their ids. */
  histories: ReadonlyMap<string, ServiceHistory>
  day: string
  timeZone: string
  currency: string
}

const toRejection = (reason: string): Evaluation => ({ applies: false, reason })

function evaluateReminder(reminder: WaitingReminder, { records, items, histories, day, timeZone }: CurrentState): Evaluation {
  const record = records.get(reminder.subject)
  const item = items.get(record?.item_id ?? '')
  if (!record || !item) return toRejection('The maintenance record was deleted before this could be sent.')
  if (record.status === 'completed' || record.status === 'cancelled')
    return toRejection(`The maintenance was ${record.status} before this could be sent.`)
  if (record.service_date !== reminder.due_on) return toRejection(`The maintenance was moved to ${record.service_date} before this could be sent.`)
  if (item.status === 'retired') return toRejection('The item was retired before this could be sent.')
  if (toStudioDay(Date.parse(reminder.created_at), timeZone) === day) return { applies: true }
  const history = histories.get(record.id)
  if (!history) return { applies: true }
  const daysLeft = countDaysBetween(day, record.service_date)
  return { applies: true, newText: describeService(record, item, { step: reminder.step, daysLeft }, history) }
}

const readRecords = (api: Api, ids: ReadonlySet<string>, signal: AbortSignal): Promise<Map<string, Maintenance>> =>
  readRecordsById(ids, {
    what: 'maintenance',
    readOne: async (id) => (await undefinedIfNotFound(api.call(getMaintenance, { params: { id } }, { signal })))?.body.data,
    readPage: async (query) => (await api.call(listMaintenance, { query }, { signal })).body,
  })

/** Reads the histories of reminders that were queued on an earlier day: their text is written anew. */
async function readHistories(
  api: Api,
  reminders: readonly WaitingReminder[],
  { records, items, day, timeZone, currency }: Omit<CurrentState, 'histories'>,
  signal: AbortSignal,
): Promise<Map<string, ServiceHistory>> {
  const histories = new Map<string, ServiceHistory>()
  const rewritten = new Set(reminders.filter(({ created_at: at }) => toStudioDay(Date.parse(at), timeZone) !== day).map(({ subject }) => subject))
  await forEachLimit([...rewritten], MAX_CONCURRENT, async (id) => {
    const record = records.get(id)
    const item = items.get(record?.item_id ?? '')
    if (record && item) histories.set(id, await readServiceHistory(api, { record, item, currency }, signal))
  })
  return histories
}

export const createEvaluateMaintenance =
  ({ api, clock }: Pick<AutomationDeps, 'api' | 'clock'>): Evaluate =>
  async (reminders, signal) => {
    const { timeZone, currency } = await readAccount(api, signal)
    const records = await readRecords(api, new Set(reminders.map(({ subject }) => subject)), signal)
    const items = await readItemsById(api, new Set([...records.values()].map(({ item_id: id }) => id)), signal)
    const state = { records, items, day: toStudioDay(clock.nowMs(), timeZone), timeZone, currency }
    const current: CurrentState = { ...state, histories: await readHistories(api, reminders, state, signal) }
    return new Map(reminders.map((reminder) => [reminder.message_id, evaluateReminder(reminder, current)]))
  }
