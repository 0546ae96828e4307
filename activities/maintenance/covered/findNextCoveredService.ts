import type { Gear } from '../../../contract/api/gear.ts'
import type { Texts } from '../../../messages/languages/texts.ts'
import { readAccount, type Api } from '../../shared/api.ts'
import { listNextRecords } from '../findNextService.ts'
import type { Notification } from '../../notify/types.ts'
import { readItem } from '../../shared/readItem.ts'
import { describeCoveredService } from './describeCoveredService.ts'
import { findCoverage, isOpenedByPerson } from './findCoverage.ts'

/**
 * Creates the message about the next open record on covered gear, else about an overdue one. It reads only a few
 * records.
 * @param day today, `YYYY-MM-DD`
 * @param takesItem false for items to skip
 * @returns undefined if there is none
 */
export async function findNextCoveredService(
  api: Api,
  day: string,
  takesItem: (item: Gear) => boolean,
  signal: AbortSignal,
  texts: Texts,
): Promise<Notification | undefined> {
  for (const record of (await listNextRecords(api, day, signal)).filter(isOpenedByPerson)) {
    const item = await readItem(api, record.item_id, signal)
    if (!item || !takesItem(item)) continue
    const coverage = await findCoverage(api, { record, item, day }, signal)
    if (coverage)
      return describeCoveredService(record, item, coverage, (await readAccount(api, signal)).currency, texts)
  }
  return undefined
}
