import { suggestGearValues, type Gear } from '../../../contract/api/gear.ts'
import { foldCase, foldTag } from '../../../platform/foldText.ts'
import { sumCounters } from '../../db/counters.ts'
import type { ReadContext } from '../../http/route.ts'
import { answerList, type FoundRecords, type ListAnswer } from '../shared/list.ts'
import { MAX_QUICK_ITEMS } from './search.ts'
import { findSuggestions, type SuggestionSearch } from './slowSuggestions.ts'

const slowSuggestions = new URL('./slowSuggestions.ts', import.meta.url)
type Field = keyof Pick<Gear, 'storage_location' | 'asset_tag'>

/** True if counting is slow: for locations SQLite reads all items, while tags have an index. */
const isSlow = (field: Field, items: number): boolean => field === 'storage_location' && items > MAX_QUICK_ITEMS

export const suggestValues = (context: ReadContext): Promise<ListAnswer> =>
  answerList(context, suggestGearValues, 'gear', async (tx, state, { field, begins_with: start, limit }) => {
    // One more row than requested shows if there are more.
    const search: SuggestionSearch = {
      account: state.account_id,
      field,
      start: field === 'asset_tag' ? foldTag(start ?? '') : foldCase(start ?? ''),
      limit: limit + 1,
    }
    const text = ({ records }: FoundRecords): string =>
      `{"data":[${(records as string[]).slice(0, limit).join(',')}],"has_more":${(records as string[]).length > limit}}`
    if (!isSlow(field, sumCounters(state.counters, 'gear'))) return text(await findSuggestions(tx, search))
    return { module: slowSuggestions, input: search, text }
  })
