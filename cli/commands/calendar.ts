import type { Command } from 'commander'
import { rotateCommand, urlCommand } from '../calendar/address.ts'
import { exportCalendarCommand, type ExportCalendarOptions } from '../calendar/export.ts'
import { listCalendarsCommand } from '../calendar/list.ts'
import type { CommandContext } from '../context.ts'
import { JSON_FLAG, type Done } from './flags.ts'

export function addCalendars(program: Command, context: CommandContext, done: Done): void {
  const calendar = program.command('calendar').description('the shoots in calendars: a file, or feeds to subscribe to')
  calendar
    .command('export')
    .description('write the shoots as an .ics file')
    .requiredOption('--out <path>', 'such as shoots.ics')
    .option('--calendar <id>', 'as a calendar of kitroom.yaml has them')
    .option(...JSON_FLAG)
    .action(async (options: ExportCalendarOptions) => done(await exportCalendarCommand(context, options)))
  calendar
    .command('list')
    .description('the calendars of kitroom.yaml, and when their feeds were read')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => done(await listCalendarsCommand(context, options)))
  calendar
    .command('url <id>')
    .description('make the address of a feed and print it, this once')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { json?: boolean }) => done(await urlCommand(context, id, options)))
  calendar
    .command('rotate <id>')
    .description('make another address in place of the one before and print it, this once')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { json?: boolean }) => done(await rotateCommand(context, id, options)))
}
