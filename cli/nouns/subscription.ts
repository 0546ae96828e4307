import type { Command } from 'commander'
import type { CallInput, Reply } from '../../contract/operation.ts'
import { getSubscription, updateSubscription } from '../../contract/settings/subscription.ts'
import { JSON_FLAG, type CommandContext, type JsonOption, type RunCommand } from '../base/command.ts'
import { CliError } from '../base/errors.ts'
import { printSettingsReply } from '../show/settingsReply.ts'
import { formatRecord } from '../show/table.ts'

const formatSubscription = ({ data }: Reply<typeof getSubscription>): string => formatRecord({ ...data })

const showSubscriptionCommand = (context: CommandContext, options: JsonOption): Promise<number> =>
  printSettingsReply(context, options, (settings) => settings.call(getSubscription), formatSubscription)

type Body = NonNullable<CallInput<typeof updateSubscription>['body']>

interface SetSubscriptionOptions {
  tier?: string
  status?: string
  json?: boolean
}

/** `kitroom subscription set`: takes effect with the next request. */
async function setSubscriptionCommand(
  context: CommandContext,
  { json, ...updates }: SetSubscriptionOptions,
): Promise<number> {
  if (Object.keys(updates).length === 0) throw new CliError('Say what to change: --tier, --status.')
  const body = { updates } as Body
  return printSettingsReply(
    context,
    { json },
    (settings) => settings.call(updateSubscription, { body }),
    formatSubscription,
  )
}

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
