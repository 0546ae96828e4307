import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { listRemindersCommand, type ListRemindersOptions } from '../reminders/list.ts'
import { runRemindersCommand } from '../reminders/run.ts'
import { testRemindersCommand } from '../reminders/test.ts'
import { addPageFlags, JSON_FLAG, type Done } from './flags.ts'

export function addReminders(program: Command, context: CommandContext, done: Done): void {
  const reminders = program.command('reminders').description('what people are reminded of, and whether it reached them')
  addPageFlags(reminders.command('list').description('what was sent, what waits, what went wrong; newest first'))
    .option('--state <state>', 'pending, sending, sent, failed, unknown or skipped')
    .option(...JSON_FLAG)
    .action(async (options: ListRemindersOptions) => done(await listRemindersCommand(context, options)))
  reminders
    .command('test [channel]')
    .description('send a message by every channel of kitroom.yaml, or by one')
    .option(...JSON_FLAG)
    .action(async (channel: string | undefined, options: { json?: boolean }) => done(await testRemindersCommand(context, channel, options)))
  reminders
    .command('run')
    .description('look now for what is due, without waiting for tomorrow, and remind of it')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => done(await runRemindersCommand(context, options)))
}
