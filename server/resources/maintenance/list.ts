import { listMaintenance } from '../../../contract/api/maintenance.ts'
import { upgradeTexts } from '../../db/recordSchema.ts'
import type { ReadContext } from '../../http/route.ts'
import { answerList, formatListBody, type ListAnswer } from '../shared/list.ts'
import { checkRange } from '../shared/range.ts'
import { readMaintenancePage } from './page.ts'

export const listMaintenanceRecords = (context: ReadContext): Promise<ListAnswer> =>
  answerList(context, listMaintenance, 'maintenance', async (tx, state, query) => {
    checkRange(query, 'fromDate', 'toDate')
    const { limit, offset, ...filter } = query
    const { records, total } = await readMaintenancePage(tx, state, filter, query)
    return formatListBody(upgradeTexts(state, 'maintenance', records), { limit, offset, total })
  })
