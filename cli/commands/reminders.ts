import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { acknowledgeCommand, parseDays, snoozeCommand, withdrawLinksCommand } from '../reminders/answer.ts'
import { listRemindersCommand, type ListRemindersOptions } from '../reminders/list.ts'
import { previewReminderCommand, type PreviewOptions } from '../reminders/preview.ts'
import { runRemindersCommand } from '../reminders/run.ts'
import { testRemindersCommand } from '../reminders/test.ts'
import { listUnsubscribedCommand, resubscribeCommand } from '../reminders/unsubscribed.ts'
import { addPageFlags, JSON_FLAG, type SetExitCode } from './flags.ts'

function addUnsubscribedCommands(reminders: Command, context: CommandContext, done: SetExitCode): void {
  reminders
    .command('unsubscribed')
    .description('list the people who have unsubscribed from reminders by the link of a mail')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => done(await listUnsubscribedCommand(context, options)))
  reminders
    .command('resubscribe <person>')
    .description('send reminders to a person again who has unsubscribed')
    .option(...JSON_FLAG)
    .action(async (person: string, options: { json?: boolean }) =>
      done(await resubscribeCommand(context, person, options)),
    )
}

export function addReminderCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  const reminders = program.command('reminders').description('reminders and their delivery')
  addPageFlags(reminders.command('list').description('list reminders with their state, newest first'))
    .option('--state <state>', 'pending, sending, sent, failed, unknown or skipped')
    .option(...JSON_FLAG)
    .action(async (options: ListRemindersOptions) => done(await listRemindersCommand(context, options)))
  reminders
    .command('test [channel]')
    .description('send a test message through every channel of kitroom.yaml, or one')
    .option(...JSON_FLAG)
    .action(async (channel: string | undefined, options: { json?: boolean }) =>
      done(await testRemindersCommand(context, channel, options)),
    )
  reminders
    .command('preview <kind>')
    .description(
      'show the mail of a reminder as it would be sent now: maintenance, warranty, insurance, covered_service, shoot_tomorrow, problem or digest',
    )
    .option('--person <id>', 'of what concerns a person of kitroom.yaml')
    .option('--out <file>', 'write the HTML to a file that ends in .html')
    .option(...JSON_FLAG)
    .action(async (kind: string, options: PreviewOptions) => done(await previewReminderCommand(context, kind, options)))
  reminders
    .command('run')
    .description('start the daily run now: enter due maintenance and send reminders')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => done(await runRemindersCommand(context, options)))
  reminders
    .command('ack <id>')
    .description('acknowledge a reminder: nobody is reminded of that date again')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { json?: boolean }) => done(await acknowledgeCommand(context, id, options)))
  reminders
    .command('snooze <id>')
    .description('postpone a reminder, but not past its date')
    .requiredOption('--for <period>', 'such as 7d or 2w', parseDays)
    .option(...JSON_FLAG)
    .action(async (id: string, options: { for: number; json?: boolean }) =>
      done(await snoozeCommand(context, id, options)),
    )
  reminders
    .command('withdraw-links')
    .description('withdraw all links in reminders, for example after a mail was forwarded')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => done(await withdrawLinksCommand(context, options)))
  addUnsubscribedCommands(reminders, context, done)
}
