import { listDocuments, type Document } from '../../contract/api/documents.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { englishTexts, type Texts } from '../../messages/languages/texts.ts'
import { addDays, countDaysBetween } from '../../platform/studioDay.ts'
import type { Api } from '../shared/api.ts'
import type { Notification } from '../notify/types.ts'
import { describeCoverageEnd } from './describeCoverageEnd.ts'
import { toCoverage } from './readCoverage.ts'
import { readItems } from './readItems.ts'

/** Maximum number of documents to read on each side of today. */
const MAX_DOCUMENTS = 20
/** Documents that ended earlier are skipped. */
const MAX_DAYS_SINCE = 30

/**
 * Creates the reminder of the next end, else of the last one of a month. It reads only a few documents.
 * @param day today, `YYYY-MM-DD`
 * @param takesItem false for items to skip; its argument is undefined for a document without an item
 * @returns undefined if there is none
 */
export async function findNextCoverage(
  api: Api,
  { type, day }: { type: 'warranty' | 'insurance'; day: string },
  takesItem: (item: Gear | undefined) => boolean,
  signal: AbortSignal,
  texts: Texts = englishTexts,
): Promise<Notification | undefined> {
  const readRange = async (range: { expiresFrom: string; expiresTo?: string }): Promise<Document[]> =>
    (await api.call(listDocuments, { query: { type, limit: MAX_DOCUMENTS, ...range } }, { signal })).body.data
  const ended = await readRange({ expiresFrom: addDays(day, -MAX_DAYS_SINCE), expiresTo: addDays(day, -1) })
  const coverages = [...(await readRange({ expiresFrom: day })), ...ended.toReversed()].flatMap(
    (document) => toCoverage(document) ?? [],
  )
  const items = await readItems(api, coverages, signal)
  const next = coverages.find(({ gearId }) => {
    const item = items.get(gearId ?? '')
    return !item?.isRetired && takesItem(item?.gear)
  })
  if (!next) return undefined
  const daysLeft = countDaysBetween(day, next.expiresOn)
  return describeCoverageEnd(next, items.get(next.gearId ?? ''), daysLeft, daysLeft, texts)
}
