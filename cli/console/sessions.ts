import { listSessions, type SessionInfo } from '../../contract/settings/sessions.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { formatTable, pageSummary } from '../show/table.ts'
import { formatJson } from '../show/text.ts'

const toCells = (session: SessionInfo): unknown[] => [
  session.id,
  session.live ? 'live' : 'ended',
  session.api_key.label,
  session.owner_key?.label,
  session.created_at,
  session.last_used_at,
  session.last_used_ip,
  session.user_agent,
]

/** `kitroom console sessions`: the browsers that are or were signed in. */
export const listSessionsCommand = (
  context: CommandContext,
  options: { limit?: string; offset?: string; json?: boolean },
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { limit, offset, json } = options
    const { body } = await settings.call(listSessions, { query: { limit, offset } })
    const headings = ['id', 'state', 'API key', 'owner key', 'signed in', 'last used', 'address', 'browser']
    context.terminal.printResult(
      json ? formatJson(body) : `${formatTable(headings, body.data.map(toCells))}\n${pageSummary(body.pagination)}`,
    )
    return EXIT.success
  })
