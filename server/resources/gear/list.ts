import { listGear } from '../../../contract/gear.ts'
import type { Input } from '../../../contract/operation.ts'
import { foldTag } from '../../../platform/foldText.ts'
import { toLocationKey } from '../../db/gearColumns.ts'
import { upgradeTexts } from '../../db/recordSchema.ts'
import type { WholeBody } from '../../answer.ts'
import type { ReadContext } from '../../http/route.ts'
import { answerList, formatListBody, type FoundRecords, type ListAnswer } from '../shared/list.ts'
import { isNewestFirst, toGearOrder } from './order.ts'
import { createOrderMarks } from './orderMarks.ts'
import { readGearPage } from './page.ts'
import { isByCounters, isSlowSearch, type GearSearch } from './search.ts'
import { readFoundPage, type SlowGearSearch } from './slowSearch.ts'

type GearQuery = Input<typeof listGear>['query']

const marks = createOrderMarks()
const slowSearch = new URL('./slowSearch.ts', import.meta.url)

const toSearch = ({
  type,
  status,
  condition,
  q,
  storage_location: location,
  search: text,
  asset_tag: tag,
  serial_number: serial,
}: GearQuery): GearSearch => ({
  type,
  status,
  condition,
  locationKey: location === undefined ? undefined : toLocationKey(location),
  q,
  text,
  tagKey: tag === undefined ? undefined : foldTag(tag),
  serial,
})

export const listGearItems = (context: ReadContext): Promise<ListAnswer> =>
  answerList(context, listGear, 'gear', async (tx, state, query) => {
    const { limit, offset, type, status } = query
    const [search, order, page] = [toSearch(query), toGearOrder(query.sort), { limit, offset }]
    const text = ({ records, total }: FoundRecords, at = state): WholeBody =>
      formatListBody(upgradeTexts(at, 'gear', records), { limit, offset, total, type })
    if (isNewestFirst(order) && isByCounters(search)) return text(await readGearPage(tx, state, marks, type, status, query))
    if (!isSlowSearch(state, search)) return text(await readFoundPage(tx, state, search, order, page))
    const input: SlowGearSearch = { account: state.account_id, search, order, page }
    return { module: slowSearch, input, text }
  })
