import type { IssuedKey } from '../../contract/settings/keys.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { formatRecord } from '../show/table.ts'

/** Prints a new key; its text is never shown again. */
export function printIssuedKey(context: CommandContext, body: { data: IssuedKey }, json: boolean | undefined): void {
  if (json) {
    context.terminal.printResult(formatJson(body))
    return
  }
  const { id, name, scopes, expires_at, key } = body.data
  context.terminal.printResult(
    formatRecord({ id, name, scopes: scopes.join(' '), expires: expires_at ?? 'never', key }),
  )
  context.terminal.printNote('Store the key: it is shown only once.')
}
