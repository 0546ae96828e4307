import type { CallInput } from '../../contract/operation.ts'
import { listAudit, type AuditEntry } from '../../contract/settings/audit.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { formatTable } from '../show/table.ts'
import { EXIT } from '../exit.ts'

export type ListAuditOptions = CallInput<typeof listAudit>['query'] & { json?: boolean }

const toCells = (entry: AuditEntry): unknown[] => [
  entry.at,
  entry.status,
  entry.count,
  entry.method,
  entry.route,
  entry.object_id,
  entry.error ?? (entry.changed === null ? null : entry.changed.join(' ')),
  entry.key,
  entry.request_id,
]

export const listAuditCommand = (context: CommandContext, { json, ...query }: ListAuditOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(listAudit, { query })
    const text = formatTable(
      ['at', 'status', 'count', 'method', 'path', 'record', 'error or changes', 'key', 'request'],
      body.data.map(toCells),
    )
    context.terminal.printResult(json ? formatJson(body) : text)
    const nextCursor = body.pagination.next_cursor
    if (!json && nextCursor !== null) context.terminal.printNote(`Next page: --cursor ${nextCursor}`)
    return EXIT.success
  })
