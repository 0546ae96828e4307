import type { CallInput } from '../../contract/operation.ts'
import { updateSubscription } from '../../contract/settings/subscription.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { formatJson } from '../show/text.ts'
import { formatRecord } from '../show/table.ts'
import { EXIT } from '../exit.ts'

type Body = NonNullable<CallInput<typeof updateSubscription>['body']>

export interface SetSubscriptionOptions {
  tier?: string
  status?: string
  json?: boolean
}

/** `kitroom subscription set`: takes effect with the next request. */
export const setSubscriptionCommand = (
  context: CommandContext,
  { json, ...updates }: SetSubscriptionOptions,
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    if (Object.keys(updates).length === 0) throw new CliError('Say what to change: --tier, --status.')
    const { body } = await settings.call(updateSubscription, { body: { updates } as Body })
    context.terminal.printResult(json ? formatJson(body) : formatRecord(body.data))
    return EXIT.success
  })
