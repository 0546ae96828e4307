import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { addWebhookCommand, type AddWebhookOptions } from '../webhook/add.ts'
import { listDeliveriesCommand, type ListDeliveriesOptions } from '../webhook/deliveries.ts'
import { listenForWebhooksCommand, type ListenOptions } from '../webhook/listen.ts'
import { listWebhooksCommand } from '../webhook/list.ts'
import { removeWebhookCommand } from '../webhook/remove.ts'
import { replayWebhookCommand, type ReplayOptions } from '../webhook/replay.ts'
import { rotateWebhookCommand } from '../webhook/rotate.ts'
import { setWebhookCommand, setWebhookStatusCommand, type SetWebhookOptions } from '../webhook/set.ts'
import { showWebhookCommand } from '../webhook/show.ts'
import { testWebhookCommand } from '../webhook/test.ts'
import { addPageFlags, JSON_FLAG, type SetExitCode } from './flags.ts'

type JsonOption = { json?: boolean }

const EVENTS_FLAG = '--events <events...>'
const EVENTS_HELP = 'all, or some of: gear, maintenance, shoot, document, or single ones such as gear.created'

function addReadCommands(webhook: Command, context: CommandContext, done: SetExitCode): void {
  addPageFlags(webhook.command('list').description('every endpoint, newest first; never a secret (owner key)'))
    .option(...JSON_FLAG)
    .action(async (options: JsonOption) => done(await listWebhooksCommand(context, options)))
  webhook
    .command('show <id>')
    .description('one endpoint and its delivery state')
    .option(...JSON_FLAG)
    .action(async (id: string, options: JsonOption) => done(await showWebhookCommand(context, id, options)))
  webhook
    .command('deliveries <id>')
    .description('deliveries to an endpoint, newest first')
    .option('--status <status>', 'pending, delivered, failed or cancelled')
    .option('--event <id>', 'only this event')
    .option('--attempts', 'every attempt too')
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'the next page')
    .option(...JSON_FLAG)
    .action(async (id: string, { event, ...options }: ListDeliveriesOptions & { event?: string }) =>
      done(await listDeliveriesCommand(context, id, { ...options, event_id: event })),
    )
}

function addChangeCommands(webhook: Command, context: CommandContext, done: SetExitCode): void {
  webhook
    .command('add <url>')
    .description('register an endpoint; its secret is printed only once')
    .requiredOption(EVENTS_FLAG, EVENTS_HELP)
    .option('--description <text>')
    .option(...JSON_FLAG)
    .action(async (url: string, options: AddWebhookOptions) => done(await addWebhookCommand(context, url, options)))
  webhook
    .command('set <id>')
    .description('change an endpoint; an empty description clears it')
    .option('--url <url>')
    .option(EVENTS_FLAG, EVENTS_HELP)
    .option('--description <text>')
    .option(...JSON_FLAG)
    .action(async (id: string, options: SetWebhookOptions) => done(await setWebhookCommand(context, id, options)))
  webhook
    .command('remove <id>')
    .description('remove an endpoint and its delivery log')
    .option(...JSON_FLAG)
    .action(async (id: string, options: JsonOption) => done(await removeWebhookCommand(context, id, options)))
  for (const [name, status, text] of [
    ['enable', 'enabled', 'enable an endpoint; pending deliveries are sent immediately'],
    ['disable', 'disabled', 'disable an endpoint; pending deliveries are cancelled'],
  ] as const)
    webhook
      .command(`${name} <id>`)
      .description(text)
      .option(...JSON_FLAG)
      .action(async (id: string, options: JsonOption) =>
        done(await setWebhookStatusCommand(context, id, status, options)),
      )
  webhook
    .command('rotate <id>')
    .description('create a new secret, printed only once; both sign until the overlap ends')
    .option('--overlap <time>', 'how long the old secret still signs: 0, 15m, 24h, 7d (default 24h)')
    .option(...JSON_FLAG)
    .action(async (id: string, options: JsonOption & { overlap?: string }) =>
      done(await rotateWebhookCommand(context, id, options)),
    )
}

function addSendCommands(webhook: Command, context: CommandContext, done: SetExitCode): void {
  webhook
    .command('test <id>')
    .description('send a test event, wait and print what comes back')
    .option(...JSON_FLAG)
    .action(async (id: string, options: JsonOption) => done(await testWebhookCommand(context, id, options)))
  webhook
    .command('replay <id> [events...]')
    .description('send events again: by their ids, or all since a moment')
    .option('--since <when>', 'how long ago (2h, 3d), a day or a moment; at most 14 days back')
    .option(...JSON_FLAG)
    .action(async (id: string, events: string[], options: ReplayOptions) =>
      done(await replayWebhookCommand(context, id, events, options)),
    )
}

function addListen(webhook: Command, context: CommandContext, done: SetExitCode): void {
  webhook
    .command('listen')
    .description(
      'receive events on this machine, verify and print them; the secret is read from KITROOM_WEBHOOK_SECRET',
    )
    .option('--port <port>', 'where to listen on 127.0.0.1', '4110')
    .option('--secret-file <path>', 'read the secret from this file instead')
    .option('--fail <count>', 'answer 500 to the first deliveries, to test retries')
    .option(...JSON_FLAG)
    .action(async (options: ListenOptions) => done(await listenForWebhooksCommand(context, options)))
}

export function addWebhookCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  const webhook = program.command('webhook').description('webhook endpoints')
  addReadCommands(webhook, context, done)
  addChangeCommands(webhook, context, done)
  addSendCommands(webhook, context, done)
  addListen(webhook, context, done)
}
