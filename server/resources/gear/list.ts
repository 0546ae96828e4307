import { listGear } from '../../../contract/gear.ts'
import type { Input } from '../../../contract/operation.ts'
import { foldTag } from '../../../platform/foldText.ts'
import { toLocationKey } from '../../db/gearColumns.ts'
import { upgradeTexts } from '../../db/recordSchema.ts'
import type { WholeBody } from '../../answer.ts'
import type { ReadContext } from '../../http/route.ts'
import { answerList, formatListBody, type FoundRecords, type ListAnswer } from '../shared/list.ts'
import { createOrderMarks } from './orderMarks.ts'
import { readGearPage } from './page.ts'
import { isSlowSearch, searchGear, type GearSearch } from './search.ts'
import type { SlowGearSearch } from './slowSearch.ts'

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

/** True if only filters are given for which counters have the total. */
const isByCounters = (search: GearSearch): boolean =>
  Object.entries(search).every(([name, value]) => value === undefined || name === 'type' || name === 'status')

export const listGearItems = (context: ReadContext): Promise<ListAnswer> =>
  answerList(context, listGear, 'gear', async (tx, state, query) => {
    const { limit, offset, type, status } = query
    const search = toSearch(query)
    const text = ({ records, total }: FoundRecords, at = state): WholeBody =>
      formatListBody(upgradeTexts(at, 'gear', records), { limit, offset, total, type })
    if (isByCounters(search)) return text(await readGearPage(tx, state, marks, type, status, query))
    if (!isSlowSearch(state, search)) return text(await searchGear(tx, state, search, query))
    const input: SlowGearSearch = { account: state.account_id, search, page: { limit, offset } }
    return { module: slowSearch, input, text }
  })
