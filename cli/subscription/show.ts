import { getSubscription } from '../../contract/settings/subscription.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { formatRecord } from '../show/table.ts'
import { EXIT } from '../exit.ts'

export const showSubscriptionCommand = (context: CommandContext, options: { json?: boolean }): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(getSubscription)
    context.terminal.printResult(options.json ? formatJson(body) : formatRecord(body.data))
    return EXIT.success
  })
