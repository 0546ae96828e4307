import type { Command } from 'commander'
import { createConsoleLink } from '../../client/consoleLink.ts'
import { CONSOLE_CODE_MINUTES } from '../../contract/policies.ts'
import { endSession, listSessions, type SessionInfo } from '../../contract/settings/sessions.ts'
import { resolveAccess } from '../access/api.ts'
import { readSecret } from '../access/secret.ts'
import { explainOutage, removePlanePath } from '../access/server.ts'
import {
  addPageFlags,
  EXIT,
  JSON_FLAG,
  type CommandContext,
  type JsonOption,
  type PageOptions,
  type RunCommand,
} from '../base/command.ts'
import { openBrowser } from '../base/openBrowser.ts'
import { printSettingsReply } from '../show/settingsReply.ts'
import { formatPage } from '../show/table.ts'
import { formatJson } from '../show/text.ts'

/**
 * `kitroom console`: a link that signs in once. With an owner key the session can use the settings and the worker too.
 */
async function openConsoleCommand(
  { env, terminal }: CommandContext,
  options: { open?: boolean; json?: boolean },
): Promise<number> {
  const { url, api_key: apiKey } = resolveAccess(env)
  const ownerKey = readSecret(env, 'KITROOM_OWNER_KEY')
  const { link, expiresAt } = await createConsoleLink({
    url: removePlanePath(url),
    apiKey,
    ownerKey,
    userAgent: 'kitroom-cli',
  }).catch(explainOutage)
  terminal.printResult(options.json ? formatJson({ data: { link, expires_at: expiresAt } }) : link)
  if (options.json) return EXIT.success
  terminal.printNote(
    `The link signs in once, within ${CONSOLE_CODE_MINUTES} minutes. Who has it has the rights of the key: pass it to nobody.`,
  )
  if (ownerKey === undefined)
    terminal.printNote('It has no owner key: with KITROOM_OWNER_KEY set, it opens syncs, reminders and settings too.')
  if (options.open && !(await openBrowser(link, env)))
    terminal.printNote('No browser could be started. Open the link yourself.')
  return EXIT.success
}

const toCells = (session: SessionInfo): unknown[] => [
  session.id,
  session.live ? 'live' : 'ended',
  session.api_key.label,
  session.owner_key?.label,
  session.created_at,
  session.last_used_at,
  session.last_used_ip,
  session.user_agent,
]

const HEADINGS = ['id', 'state', 'API key', 'owner key', 'signed in', 'last used', 'address', 'browser']

/** `kitroom console sessions`: lists browsers that are or were signed in. */
const listSessionsCommand = (context: CommandContext, { json, ...query }: PageOptions): Promise<number> =>
  printSettingsReply(
    context,
    { json },
    (settings) => settings.call(listSessions, { query }),
    (body) => formatPage(HEADINGS, toCells, body),
  )

/** `kitroom console revoke`: ends a session with the next request. */
const revokeSessionCommand = (context: CommandContext, id: string, options: JsonOption): Promise<number> =>
  printSettingsReply(
    context,
    options,
    (settings) => settings.call(endSession, { params: { id } }),
    ({ data }) => `Ended: ${data.id}`,
  )

export function addConsoleCommands(program: Command, run: RunCommand): void {
  const group = program.command('console').description('the pages for a browser, and who is signed in to them')
  group
    .command('link', { isDefault: true })
    .description('print a link that signs in once; with an owner key it opens syncs, reminders and settings too')
    .option('--open', 'open it in the browser')
    .option(...JSON_FLAG)
    .action(run(openConsoleCommand))
  const sessions = group.command('sessions').description('the sessions of browsers, newest first (owner key)')
  addPageFlags(sessions)
    .option(...JSON_FLAG)
    .action(run(listSessionsCommand))
  group
    .command('revoke <id>')
    .description('end a session; takes effect with the next request (owner key)')
    .option(...JSON_FLAG)
    .action(run(revokeSessionCommand))
}
