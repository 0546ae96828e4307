import { undefinedIfNotFound } from '../../client/undefinedIfNotFound.ts'
import { getMaintenance, listMaintenance, type Maintenance } from '../../contract/api/maintenance.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import { readAccount, type Api } from '../shared/api.ts'
import type { AutomationDeps } from '../shared/automation.ts'
import { describeInLanguages } from '../notify/inLanguages.ts'
import type { Evaluate, Evaluation, WaitingReminder } from '../notify/types.ts'
import { readItemsById } from '../shared/readItem.ts'
import { readRecordsById } from '../shared/readRecordsById.ts'
import { toStudioDay, countDaysBetween } from '../../platform/studioDay.ts'
import { forEachLimit } from '../shared/forEachLimit.ts'
import { describeService } from './describeService.ts'
import { readServiceHistory, type ServiceHistory } from './readServiceHistory.ts'

const MAX_CONCURRENT = 4

interface CurrentState {
  records: ReadonlyMap<string, Maintenance>
  items: ReadonlyMap<string, Gear>
  /** Histories of the records that get a new text, by record id. */
  histories: ReadonlyMap<string, ServiceHistory>
  day: string
  nowMs: number
  currency: string
  texts: Texts
}

const toRejection = (reason: Said): Evaluation => ({ applies: false, reason })

/** A text queued from the present record and item stays valid for this time. */
const FRESH_MS = 60_000

/**
 * True for a text that must be created again: record, item, coverage and last services may have changed since it was
 * queued.
 */
function isRewritten(
  { created_at: at, language, subject }: WaitingReminder,
  { records, items, nowMs, texts }: Pick<CurrentState, 'records' | 'items' | 'nowMs' | 'texts'>,
): boolean {
  const record = records.get(subject)
  const item = items.get(record?.item_id ?? '')
  const isChanged = [record, item].some((one) => one !== undefined && one.updated_at >= at)
  return isChanged || nowMs - Date.parse(at) >= FRESH_MS || language !== texts.language
}

function evaluateReminder(reminder: WaitingReminder, current: CurrentState): Evaluation {
  const { records, items, histories, day, texts } = current
  const record = records.get(reminder.subject)
  const item = items.get(record?.item_id ?? '')
  if (!record || !item) return toRejection(say('maintenance_deleted'))
  if (record.status === 'completed') return toRejection(say('maintenance_completed'))
  if (record.status === 'cancelled') return toRejection(say('maintenance_cancelled'))
  if (record.service_date !== reminder.due_on)
    return toRejection(say('maintenance_moved', { day: record.service_date }))
  if (item.status === 'retired') return toRejection(say('item_retired'))
  if (!isRewritten(reminder, current)) return { applies: true }
  const history = histories.get(record.id)
  if (!history) return { applies: true }
  const daysLeft = countDaysBetween(day, record.service_date)
  const about = { step: reminder.step, daysLeft }
  const newText = describeInLanguages(texts, (one) => describeService(record, item, about, history, one))
  return { applies: true, newText }
}

const readRecords = (api: Api, ids: ReadonlySet<string>, signal: AbortSignal): Promise<Map<string, Maintenance>> =>
  readRecordsById(ids, {
    what: 'maintenance',
    readOne: async (id) =>
      (await undefinedIfNotFound(api.call(getMaintenance, { params: { id } }, { signal })))?.body.data,
    readPage: async (query) => (await api.call(listMaintenance, { query }, { signal })).body,
  })

/** Reads the histories of reminders that get a new text. */
async function readHistories(
  api: Api,
  reminders: readonly WaitingReminder[],
  current: Omit<CurrentState, 'histories'>,
  signal: AbortSignal,
): Promise<Map<string, ServiceHistory>> {
  const { records, items, currency } = current
  const histories = new Map<string, ServiceHistory>()
  const rewritten = new Set(
    reminders.filter((reminder) => isRewritten(reminder, current)).map(({ subject }) => subject),
  )
  await forEachLimit([...rewritten], MAX_CONCURRENT, async (id) => {
    const record = records.get(id)
    const item = items.get(record?.item_id ?? '')
    if (record && item) histories.set(id, await readServiceHistory(api, { record, item, currency }, signal))
  })
  return histories
}

export const createEvaluateMaintenance =
  ({ api, clock }: Pick<AutomationDeps, 'api' | 'clock'>): Evaluate =>
  async (reminders, signal, texts) => {
    const { timeZone, currency } = await readAccount(api, signal)
    const records = await readRecords(api, new Set(reminders.map(({ subject }) => subject)), signal)
    const items = await readItemsById(api, new Set([...records.values()].map(({ item_id: id }) => id)), signal)
    const nowMs = clock.nowMs()
    const state = { records, items, day: toStudioDay(nowMs, timeZone), nowMs, currency, texts }
    const current: CurrentState = { ...state, histories: await readHistories(api, reminders, state, signal) }
    return new Map(reminders.map((reminder) => [reminder.message_id, evaluateReminder(reminder, current)]))
  }
