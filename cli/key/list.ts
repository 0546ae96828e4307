import { listKeys, type Key } from '../../contract/settings/keys.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { pageSummary, formatTable } from '../show/table.ts'
import { EXIT } from '../exit.ts'

function describeKeyState(key: Key, nowMs: number): string {
  if (key.revoked_at !== null) return 'revoked'
  if (key.expires_at !== null && Date.parse(key.expires_at) <= nowMs) return 'expired'
  return key.replaced_by === null ? 'live' : 'replaced'
}

const toCells = (key: Key): unknown[] => [
  key.id,
  key.name,
  key.kind,
  describeKeyState(key, Date.now()),
  key.hint,
  key.scopes.join(' '),
  key.expires_at,
  key.last_used_at,
]

export const listKeysCommand = (
  context: CommandContext,
  options: { limit?: string; offset?: string; json?: boolean },
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { limit, offset, json } = options
    const { body } = await settings.call(listKeys, { query: { limit, offset } })
    const headings = ['id', 'name', 'kind', 'state', 'key', 'scopes', 'expires', 'last used']
    context.terminal.printResult(
      json ? formatJson(body) : `${formatTable(headings, body.data.map(toCells))}\n${pageSummary(body.pagination)}`,
    )
    return EXIT.success
  })
