import type { Command } from 'commander'
import { revokeCalendarUrlCommand, rotateCalendarUrlCommand, showCalendarUrlCommand } from '../calendar/address.ts'
import { exportCalendarCommand, type ExportCalendarOptions } from '../calendar/export.ts'
import { listCalendarsCommand } from '../calendar/list.ts'
import type { CommandContext } from '../context.ts'
import { JSON_FLAG, type SetExitCode } from './flags.ts'

export function addCalendarCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  const calendar = program
    .command('calendar')
    .description('shoots, maintenance and warranty ends as calendar files or as feeds to subscribe to')
  calendar
    .command('export')
    .description('write the shoots, or a calendar of kitroom.yaml, as an .ics file')
    .requiredOption('--out <path>', 'such as shoots.ics')
    .option('--calendar <id>', 'with the settings of this calendar in kitroom.yaml')
    .option(...JSON_FLAG)
    .action(async (options: ExportCalendarOptions) => done(await exportCalendarCommand(context, options)))
  calendar
    .command('list')
    .description('the calendars of kitroom.yaml, and when their feeds were read')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => done(await listCalendarsCommand(context, options)))
  calendar
    .command('url <id>')
    .description('create the address of a feed; it is printed only once')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { json?: boolean }) => done(await showCalendarUrlCommand(context, id, options)))
  calendar
    .command('rotate <id>')
    .description('replace the address of a feed; the new one is printed only once')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { json?: boolean }) =>
      done(await rotateCalendarUrlCommand(context, id, options)),
    )
  calendar
    .command('revoke <id>')
    .description('end the address of a feed')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { json?: boolean }) =>
      done(await revokeCalendarUrlCommand(context, id, options)),
    )
}
