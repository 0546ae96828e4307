import { listGear } from '../../../contract/gear.ts'
import { foldTag } from '../../../platform/fold.ts'
import { sumCounters } from '../../db/counters.ts'
import type { Answer } from '../../http/answer.ts'
import type { ReadContext } from '../../http/route.ts'
import { answerList, listText } from '../shared/list.ts'
import { createOrderMarks } from './orderMarks.ts'
import { pageOfGear } from './page.ts'
import { searchGear } from './search.ts'

const marks = createOrderMarks()

/** Lists gear, newest first. */
export const listGearItems = (context: ReadContext): Promise<Answer<string | Uint8Array>> =>
  answerList(context, listGear, 'gear', async (tx, state, query) => {
    const { limit, offset, type, status, q, asset_tag: tag, serial_number: serial } = query
    const search = { type, status, q, tagKey: tag === undefined ? undefined : foldTag(tag), serial }
    const { records, total } =
      q === undefined && tag === undefined && serial === undefined
        ? await pageOfGear(tx, state, marks, type, status, query)
        : await searchGear(tx, state.account_id, search, query, sumCounters(state.counters, 'gear'))
    return listText(records, { limit, offset, total, type })
  })
