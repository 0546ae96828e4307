import type { Command } from 'commander'
import { openConsoleCommand } from '../console/open.ts'
import { revokeSessionCommand } from '../console/revoke.ts'
import { listSessionsCommand } from '../console/sessions.ts'
import type { CommandContext } from '../context.ts'
import { addPageFlags, JSON_FLAG, type SetExitCode } from './flags.ts'

export function addConsoleCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  const group = program.command('console').description('the pages for a browser, and who is signed in to them')
  group
    .command('link', { isDefault: true })
    .description('print a link that signs in once; with an owner key it opens syncs, reminders and settings too')
    .option('--open', 'open it in the browser')
    .option(...JSON_FLAG)
    .action(async (options: { open?: boolean; json?: boolean }) => done(await openConsoleCommand(context, options)))
  const sessions = group.command('sessions').description('the sessions of browsers, newest first (owner key)')
  addPageFlags(sessions)
    .option(...JSON_FLAG)
    .action(async (options) => done(await listSessionsCommand(context, options)))
  group
    .command('revoke <id>')
    .description('end a session; takes effect with the next request (owner key)')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { json?: boolean }) => done(await revokeSessionCommand(context, id, options)))
}
