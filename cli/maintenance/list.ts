import { listMaintenance, type Maintenance } from '../../contract/api/maintenance.ts'
import type { CallInput } from '../../contract/operation.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { findGear } from '../gear/find.ts'
import { formatJson } from '../show/text.ts'
import { pageSummary, formatTable } from '../show/table.ts'
import { EXIT } from '../exit.ts'

type Query = CallInput<typeof listMaintenance>['query']

export interface ListMaintenanceOptions {
  tag?: string
  status?: string
  type?: string
  from?: string
  to?: string
  limit?: string
  offset?: string
  json?: boolean
}

const toCells = (one: Maintenance): unknown[] => [
  one.id,
  one.service_date,
  one.status,
  one.item_type,
  one.service_type,
  one.service_provider,
  one.cost,
]

export const listMaintenanceCommand = (context: CommandContext, options: ListMaintenanceOptions): Promise<number> =>
  withApi(context.env, async (api) => {
    const { tag, from, to, type, json, ...rest } = options
    const item = tag === undefined ? undefined : (await findGear(api, tag)).id
    const query = { ...rest, item_type: type, fromDate: from, toDate: to, item_id: item } as Query
    const { body } = await api.call(listMaintenance, { query })
    const text = formatTable(['id', 'date', 'status', 'item', 'service', 'provider', 'cost'], body.data.map(toCells))
    context.terminal.printResult(json ? formatJson(body) : `${text}\n${pageSummary(body.pagination)}`)
    return EXIT.success
  })
