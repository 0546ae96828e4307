import { endSession } from '../../contract/settings/sessions.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { formatJson } from '../show/text.ts'

/** `kitroom console revoke`: ends a session with the next request. */
export const revokeSessionCommand = (
  context: CommandContext,
  id: string,
  options: { json?: boolean },
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(endSession, { params: { id } })
    context.terminal.printResult(options.json ? formatJson(body) : `Ended: ${body.data.id}`)
    return EXIT.success
  })
