import { listGear } from '../../../contract/api/gear.ts'
import type { Input } from '../../../contract/operation.ts'
import { listTagKeys } from '../../../platform/foldText.ts'
import type { AccountState } from '../../db/accountState.ts'
import { toTextKey } from '../../db/gearColumns.ts'
import { upgradeTexts } from '../../db/recordSchema.ts'
import type { WholeBody } from '../../answer.ts'
import type { ReadContext } from '../../http/route.ts'
import { answerList, formatListBody, type FoundRecords, type ListAnswer } from '../shared/list.ts'
import { findCategoryFaults } from './categoryFilter.ts'
import { readFieldFilters } from './fieldFilters.ts'
import { isNewestFirst, toGearOrder } from './order.ts'
import { createOrderMarks } from './orderMarks.ts'
import { readGearPage, readGearPageAt, type GearList } from './page.ts'
import { isByCounters, isSlowSearch, type GearSearch } from './search.ts'
import { readFoundPage, type SlowGearSearch } from './slowSearch.ts'

type GearQuery = Input<typeof listGear>['query']

const marks = createOrderMarks()
const slowSearch = new URL('./slowSearch.ts', import.meta.url)

const toSearch = (
  {
    type,
    status,
    condition,
    category,
    q,
    storage_location: location,
    search: text,
    asset_tag: tag,
    serial_number: serial,
  }: GearQuery,
  fields: GearSearch['fields'],
  readsFields: boolean,
): GearSearch => ({
  type,
  status,
  condition,
  category,
  locationKey: location === undefined ? undefined : toTextKey(location),
  q,
  text,
  tagKeys: tag === undefined ? undefined : listTagKeys(tag),
  serial,
  fields,
  readsFields: readsFields && text !== undefined ? true : undefined,
})

const toBody = ({ records, total }: FoundRecords, state: AccountState, { limit, offset, type }: GearQuery): WholeBody =>
  formatListBody(upgradeTexts(state, 'gear', records), { limit, offset, total, type })

const toList = ({ type, status }: GearQuery): GearList => ({ marks, type, status })

/** True if the page is read in the order of creation, and its total comes from the counters. */
const isInCreationOrder = (query: GearQuery): boolean =>
  isNewestFirst(toGearOrder(query.sort)) &&
  Object.keys(query.fields).length === 0 &&
  isByCounters(toSearch(query, undefined, false))

export const listGearItems = (context: ReadContext): Promise<ListAnswer> =>
  answerList(context, listGear, 'gear', {
    isOneStatement: isInCreationOrder,
    async readAt(state, query) {
      const found = await readGearPageAt(context.app, state, toList(query), query)
      return found && toBody(found, state, query)
    },
    async read(tx, state, query) {
      if (isInCreationOrder(query)) return toBody(await readGearPage(tx, state, toList(query), query), state, query)
      const order = toGearOrder(query.sort)
      const page = { limit: query.limit, offset: query.offset }
      const faults = await findCategoryFaults(tx, state, query.category)
      const fields = await readFieldFilters(tx, state, query.fields, order, faults)
      const search = toSearch(query, fields, state.fields_version !== 0)
      const text = (found: FoundRecords, at = state): WholeBody => toBody(found, at, query)
      if (!isSlowSearch(state, search)) return text(await readFoundPage(tx, state, search, order, page))
      const input: SlowGearSearch = { account: state.account_id, search, order, page }
      return { module: slowSearch, input, text }
    },
  })
