import type { Command } from 'commander'
import { pauseAutomationCommand, resumeAutomationCommand, runAutomationCommand } from '../automations/change.ts'
import { listAutomationsCommand } from '../automations/list.ts'
import type { CommandContext } from '../context.ts'
import { JSON_FLAG, type SetExitCode } from './flags.ts'

interface JsonOption {
  json?: boolean
}

export function addAutomationCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  const automations = program.command('automations').description('what the worker does by itself')
  automations
    .command('list')
    .description('list automations with their last run, next run and what they did')
    .option(...JSON_FLAG)
    .action(async (options: JsonOption) => done(await listAutomationsCommand(context, options)))
  automations
    .command('run <id>')
    .description('run daily, coverage or sync:<source> now')
    .option(...JSON_FLAG)
    .action(async (id: string, options: JsonOption) => done(await runAutomationCommand(context, id, options)))
  automations
    .command('pause <id>')
    .description('start nothing until it is resumed')
    .option('--note <text>', 'why')
    .option(...JSON_FLAG)
    .action(async (id: string, options: JsonOption & { note?: string }) =>
      done(await pauseAutomationCommand(context, id, options)),
    )
  automations
    .command('resume <id>')
    .description('let the schedule start it again')
    .option(...JSON_FLAG)
    .action(async (id: string, options: JsonOption) => done(await resumeAutomationCommand(context, id, options)))
}
