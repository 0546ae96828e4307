import { listGear, type Gear } from '../../contract/api/gear.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { formatJson, formatValue } from '../show/text.ts'
import { pageSummary } from '../show/table.ts'
import { EXIT } from '../exit.ts'
import type { CallInput } from '../../contract/operation.ts'

export type ListGearOptions = CallInput<typeof listGear>['query'] & { json?: boolean }

const formatLine = (item: Gear): string =>
  [
    item.id,
    formatValue(item.asset_tag ?? '-', 16).padEnd(16),
    item.gear_type.padEnd(9),
    item.status.padEnd(11),
    `${formatValue(item.brand)} ${formatValue(item.model)}`,
  ].join('  ')

export const listGearCommand = (context: CommandContext, { json, ...query }: ListGearOptions): Promise<number> =>
  withApi(context.env, async (api) => {
    const { body } = await api.call(listGear, { query })
    context.terminal.printResult(
      json ? formatJson(body) : [...body.data.map(formatLine), pageSummary(body.pagination)].join('\n'),
    )
    return EXIT.success
  })
