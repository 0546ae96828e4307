import { listShoots, type Shoot } from '../../contract/api/shoots.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { pageSummary, formatTable } from '../show/table.ts'
import { EXIT } from '../exit.ts'

export interface ListShootsOptions {
  status?: string
  from?: string
  to?: string
  q?: string
  limit?: string
  offset?: string
  json?: boolean
}

const toCells = (one: Shoot): unknown[] => [
  one.id,
  one.shoot_date,
  one.shoot_time,
  one.status,
  one.title,
  one.client_name,
  one.location,
]

export const listShootsCommand = (
  context: CommandContext,
  { json, from, to, ...rest }: ListShootsOptions,
): Promise<number> =>
  withApi(context.env, async (api) => {
    const { body } = await api.call(listShoots, { query: { ...rest, fromDate: from, toDate: to } })
    const text = formatTable(['id', 'date', 'time', 'status', 'title', 'client', 'location'], body.data.map(toCells))
    context.terminal.printResult(json ? formatJson(body) : `${text}\n${pageSummary(body.pagination)}`)
    return EXIT.success
  })
