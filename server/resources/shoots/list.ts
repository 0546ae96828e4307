import { describeFault } from '../../../contract/faultReasons.ts'
import { listShoots } from '../../../contract/api/shoots.ts'
import { upgradeTexts } from '../../db/recordSchema.ts'
import type { WholeBody } from '../../answer.ts'
import { createQueryError } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { answerList, formatListBody, type FoundRecords, type ListAnswer } from '../shared/list.ts'
import { checkRange } from '../shared/range.ts'
import { readShootPage } from './page.ts'
import { isSlowSearch, searchShoots } from './search.ts'
import type { SlowShootSearch } from './slowSearch.ts'

const slowSearch = new URL('./slowSearch.ts', import.meta.url)

/** Lists shoots by day and time; those without a time come last on their day. */
export const listShootPlans = (context: ReadContext): Promise<ListAnswer> =>
  answerList(context, listShoots, 'shoots', async (tx, state, query) => {
    const { limit, offset, search, q = search, status, fromDate, toDate } = query
    if (query.q !== undefined && search !== undefined)
      throw createQueryError([{ parameter: 'search', ...describeFault('search_twice', {}) }])
    checkRange(query, 'fromDate', 'toDate')
    const filter = { status, fromDate, toDate }
    const text = ({ records, total }: FoundRecords, at = state): WholeBody =>
      formatListBody(
        upgradeTexts(at, 'shoot', records),
        { limit, offset, total },
        `,"filters":${JSON.stringify({ ...filter, q })}`,
      )
    if (q === undefined) return text(await readShootPage(tx, state, filter, query))
    if (!isSlowSearch(state, q)) return text(await searchShoots(tx, state, filter, q, query))
    const input: SlowShootSearch = { account: state.account_id, filter, q, page: { limit, offset } }
    return { module: slowSearch, input, text }
  })
