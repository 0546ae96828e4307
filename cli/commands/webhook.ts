import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { listenCommand, type ListenOptions } from '../webhook/listen.ts'
import { JSON_FLAG, type Done } from './flags.ts'

function addListen(webhook: Command, context: CommandContext, done: Done): void {
  webhook
    .command('listen')
    .description('receive events on this machine, verify and print them; the secret is read from KITROOM_WEBHOOK_SECRET')
    .option('--port <port>', 'where to listen on 127.0.0.1', '4110')
    .option('--secret-file <path>', 'read the secret from this file instead')
    .option('--fail <count>', 'answer 500 to the first so many, to see them come again')
    .option(...JSON_FLAG)
    .action(async (options: ListenOptions) => done(await listenCommand(context, options)))
}

/** Commands for the endpoints that events are sent to. */
export function addWebhooks(program: Command, context: CommandContext, done: Done): void {
  const webhook = program.command('webhook').description('where events are sent')
  addListen(webhook, context, done)
}
