import { listMaintenance, type Maintenance } from '../../contract/api/maintenance.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { englishTexts, type Texts } from '../../messages/languages/texts.ts'
import { addDays, countDaysBetween } from '../../platform/studioDay.ts'
import { readAccount, type Api } from '../shared/api.ts'
import type { Notification } from '../notify/types.ts'
import { readItem } from '../shared/readItem.ts'
import { describeService } from './describeService.ts'
import { readServiceHistory } from './readServiceHistory.ts'

/** Maximum number of records to read, for each status and each side of today. */
const MAX_RECORDS = 20

const compareDates = (a: Maintenance, b: Maintenance): number =>
  a.service_date < b.service_date ? -1 : Number(a.service_date > b.service_date)

/** Lists a few unfinished records: upcoming ones, then overdue ones. */
export async function listNextRecords(api: Api, day: string, signal: AbortSignal): Promise<Maintenance[]> {
  const readRange = async (range: { fromDate: string } | { toDate: string }): Promise<Maintenance[]> => {
    const pages = (['scheduled', 'in_progress'] as const).map(
      async (status) =>
        (await api.call(listMaintenance, { query: { status, limit: MAX_RECORDS, ...range } }, { signal })).body.data,
    )
    return (await Promise.all(pages)).flat().toSorted(compareDates)
  }
  return [...(await readRange({ fromDate: day })), ...(await readRange({ toDate: addDays(day, -1) }))]
}

/**
 * Creates the reminder of the next due record, else of an overdue one. It reads only a few records.
 * @param day today, `YYYY-MM-DD`
 * @param takesItem false for items to skip
 * @returns undefined if there is none
 */
export async function findNextService(
  api: Api,
  day: string,
  takesItem: (item: Gear) => boolean,
  signal: AbortSignal,
  texts: Texts = englishTexts,
): Promise<Notification | undefined> {
  for (const record of await listNextRecords(api, day, signal)) {
    const item = await readItem(api, record.item_id, signal)
    if (!item || item.status === 'retired' || !takesItem(item)) continue
    const { currency } = await readAccount(api, signal)
    const history = await readServiceHistory(api, { record, item, currency }, signal)
    const daysLeft = countDaysBetween(day, record.service_date)
    return describeService(record, item, { step: daysLeft, daysLeft }, history, texts)
  }
  return undefined
}
