import type { Command } from 'commander'
import { runStateCommand } from '../account/operator.ts'
import type { CommandContext } from '../context.ts'
import { adoptWorkerSettingsCommand, showWorkerSettingsCommand } from '../worker/settings.ts'
import { setupWorkerCommand, type SetupOptions } from '../worker/setup.ts'
import { JSON_FLAG, type SetExitCode } from './flags.ts'

function addSettingsCommands(worker: Command, context: CommandContext, done: SetExitCode): void {
  const settings = worker
    .command('settings')
    .description('the settings that all workers use, and what kitroom.yaml is on each host')
    .option('--text', 'print the text in force; queries of web addresses are hidden')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean; text?: boolean }) =>
      done(await showWorkerSettingsCommand(context, options)),
    )
  settings
    .command('adopt')
    .description('use the kitroom.yaml of this host on all hosts, whatever was changed there')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => done(await adoptWorkerSettingsCommand(context, options)))
}

/** Commands for a worker that runs on another machine than the server. */
export function addWorkerCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  const worker = program.command('worker').description('a worker on a machine of its own')
  worker
    .command('move')
    .description("move the worker's state to another database, on the machine that has it; the worker must be stopped")
    .requiredOption('--to <url>', 'an empty database: postgres://… or sqlite:<path>')
    .option(...JSON_FLAG)
    .action(async (options) => done(await runStateCommand(context, 'move', options)))
  worker
    .command('setup')
    .description("create the worker's key and register its ingress for events (owner key); safe to repeat")
    .option('--url <address>', "the server's address; KITROOM_URL if left out")
    .option(
      '--ingress-url <address>',
      'where the server reaches the worker; KITROOM_PUBLIC_URL or http://127.0.0.1:4101 if left out',
    )
    .option('--data-dir <folder>', "the worker's data folder, for worker.json; KITROOM_DATA_DIR if left out")
    .option('--print', 'print the environment for a container instead of writing worker.json')
    .option(
      '--add',
      'add a worker beside others: they keep their keys, and all share the webhook secret (KITROOM_WEBHOOK_SECRET)',
    )
    .option('--new-secret', 'create a new webhook secret, if the known one may be wrong')
    .option(...JSON_FLAG)
    .action(async (options: SetupOptions) => done(await setupWorkerCommand(context, options)))
  addSettingsCommands(worker, context, done)
}
