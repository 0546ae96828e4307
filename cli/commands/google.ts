import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { createGoogleCalendarCommand } from '../google/calendar.ts'
import { checkGoogleCommand } from '../google/check.ts'
import { loginCommand, type LoginOptions } from '../google/login.ts'
import { logoutCommand } from '../google/logout.ts'
import { JSON_FLAG, type SetExitCode } from './flags.ts'

export function addGoogleCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  const google = program.command('google').description('access to Google Sheets and Google Calendar')
  google
    .command('login')
    .description('sign in at Google and pick the sheets that Kitroom shall read')
    .option('--calendar', 'for calendars that Kitroom creates, instead of sheets')
    .option(
      '--client <file>',
      'the JSON file of an OAuth client of the type "Desktop app"; if left out, the client of the present sign-in',
    )
    .option('--no-browser', 'print the address, and ask for the one to which Google redirects')
    .option(...JSON_FLAG)
    .action(async (options: LoginOptions) => done(await loginCommand(context, options)))
  google
    .command('check')
    .description('the accounts at Google, and whether the sheets and calendars of kitroom.yaml can be used')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => done(await checkGoogleCommand(context, options)))
  google
    .command('calendar')
    .description('create a calendar of kitroom.yaml at Google')
    .argument('<id>', 'the calendar in kitroom.yaml, with "google: { calendar: new }"')
    .option('--id <google-id>', 'the calendar that is there after a lost answer')
    .option('--again', 'ask Google again after a lost answer, because it is not there')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { id?: string; again?: boolean; json?: boolean }) =>
      done(await createGoogleCalendarCommand(context, id, options)),
    )
  google
    .command('logout')
    .description('revoke the sign-in at Google and delete it')
    .option('--calendar', 'the sign-in for calendars, instead of sheets')
    .option('--forget', 'only delete it here, without asking Google')
    .option(...JSON_FLAG)
    .action(async (options: { calendar?: boolean; forget?: boolean; json?: boolean }) =>
      done(await logoutCommand(context, options)),
    )
}
