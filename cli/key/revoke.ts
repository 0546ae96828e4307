import { revokeKey } from '../../contract/settings/keys.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'

/** `kitroom key revoke`: takes effect with the next request. */
export const revokeKeyCommand = (context: CommandContext, id: string, options: { json?: boolean }): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(revokeKey, { params: { id } })
    context.terminal.printResult(options.json ? formatJson(body) : `Revoked: ${body.data.id}`)
    return EXIT.success
  })
