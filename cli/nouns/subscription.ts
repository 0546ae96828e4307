import type { Command } from 'commander'
import type { CallInput } from '../../contract/operation.ts'
import { getSubscription, updateSubscription } from '../../contract/settings/subscription.ts'
import { withSettings } from '../access/settings.ts'
import { EXIT, JSON_FLAG, type CommandContext, type JsonOption, type RunCommand } from '../base/command.ts'
import { CliError } from '../base/errors.ts'
import { formatRecord } from '../show/table.ts'
import { formatJson } from '../show/text.ts'

const showSubscriptionCommand = (context: CommandContext, options: JsonOption): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(getSubscription)
    context.terminal.printResult(options.json ? formatJson(body) : formatRecord(body.data))
    return EXIT.success
  })

type Body = NonNullable<CallInput<typeof updateSubscription>['body']>

interface SetSubscriptionOptions {
  tier?: string
  status?: string
  json?: boolean
}

/** `kitroom subscription set`: takes effect with the next request. */
const setSubscriptionCommand = (
  context: CommandContext,
  { json, ...updates }: SetSubscriptionOptions,
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    if (Object.keys(updates).length === 0) throw new CliError('Say what to change: --tier, --status.')
    const { body } = await settings.call(updateSubscription, { body: { updates } as Body })
    context.terminal.printResult(json ? formatJson(body) : formatRecord(body.data))
    return EXIT.success
  })

/** These commands need the owner key in KITROOM_OWNER_KEY. */
export function addSubscriptionCommands(program: Command, run: RunCommand): void {
  const subscription = program.command('subscription').description('the account’s subscription (owner key)')
  subscription
    .command('show')
    .description('tier and status')
    .option(...JSON_FLAG)
    .action(run(showSubscriptionCommand))
  subscription
    .command('set')
    .description('change tier or status; takes effect with the next request')
    .option('--tier <tier>', 'free, pro or studio')
    .option('--status <status>', 'active, trialing, past_due or canceled')
    .option(...JSON_FLAG)
    .action(run(setSubscriptionCommand))
}
