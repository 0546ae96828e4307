import { listGear } from '../../../contract/gear.ts'
import { foldTag } from '../../../platform/foldText.ts'
import { upgradeTexts } from '../../db/recordSchema.ts'
import type { WholeBody } from '../../answer.ts'
import type { ReadContext } from '../../http/route.ts'
import { answerList, formatListBody, type FoundRecords, type ListAnswer } from '../shared/list.ts'
import { createOrderMarks } from './orderMarks.ts'
import { readGearPage } from './page.ts'
import { isSlowSearch, searchGear } from './search.ts'
import type { SlowGearSearch } from './slowSearch.ts'

const marks = createOrderMarks()
const slowSearch = new URL('./slowSearch.ts', import.meta.url)

export const listGearItems = (context: ReadContext): Promise<ListAnswer> =>
  answerList(context, listGear, 'gear', async (tx, state, query) => {
    const { limit, offset, type, status, q, asset_tag: tag, serial_number: serial } = query
    const search = { type, status, q, tagKey: tag === undefined ? undefined : foldTag(tag), serial }
    const text = ({ records, total }: FoundRecords, at = state): WholeBody =>
      formatListBody(upgradeTexts(at, 'gear', records), { limit, offset, total, type })
    if (q === undefined && tag === undefined && serial === undefined) return text(await readGearPage(tx, state, marks, type, status, query))
    if (!isSlowSearch(state, search)) return text(await searchGear(tx, state, search, query))
    const input: SlowGearSearch = { account: state.account_id, search, page: { limit, offset } }
    return { module: slowSearch, input, text }
  })
