import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { checkGoogleCommand } from '../google/check.ts'
import { loginCommand, type LoginOptions } from '../google/login.ts'
import { logoutCommand } from '../google/logout.ts'
import { JSON_FLAG, type SetExitCode } from './flags.ts'

export function addGoogleCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  const google = program.command('google').description('access to Google Sheets')
  google
    .command('login')
    .description('sign in at Google and pick the sheets that Kitroom shall read')
    .option('--client <file>', 'the JSON file of an OAuth client of the type "Desktop app"; if left out, the client of the present sign-in')
    .option('--no-browser', 'print the address, and ask for the one to which Google redirects')
    .option(...JSON_FLAG)
    .action(async (options: LoginOptions) => done(await loginCommand(context, options)))
  google
    .command('check')
    .description('the accounts at Google, and whether the sheets of kitroom.yaml can be read')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => done(await checkGoogleCommand(context, options)))
  google
    .command('logout')
    .description('revoke the sign-in at Google and delete it')
    .option('--forget', 'only delete it here, without asking Google')
    .option(...JSON_FLAG)
    .action(async (options: { forget?: boolean; json?: boolean }) => done(await logoutCommand(context, options)))
}
