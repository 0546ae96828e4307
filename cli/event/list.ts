import type { EventBody } from '../../contract/events.ts'
import type { CallInput } from '../../contract/operation.ts'
import { listEvents } from '../../contract/settings/events.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { formatTable } from '../show/table.ts'
import { EXIT } from '../exit.ts'

export type ListEventsOptions = CallInput<typeof listEvents>['query'] & { json?: boolean }

const toCells = ({ timestamp, type, id, data }: EventBody): unknown[] => [
  timestamp,
  type,
  data.record['id'],
  Object.keys(data.changes).join(' '),
  id,
]

export const listEventsCommand = (context: CommandContext, { json, ...query }: ListEventsOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(listEvents, { query })
    context.terminal.printResult(
      json ? formatJson(body) : formatTable(['at', 'type', 'record', 'changes', 'event'], body.data.map(toCells)),
    )
    const nextCursor = body.pagination.next_cursor
    if (!json && nextCursor !== null) context.terminal.printNote(`Next page: --cursor ${nextCursor}`)
    return EXIT.success
  })
