import { createConsoleLink } from '../../client/consoleLink.ts'
import { CONSOLE_CODE_MINUTES } from '../../contract/policies.ts'
import { resolveAccess } from '../access/api.ts'
import { readSecret } from '../access/secret.ts'
import { explainOutage, removePlanePath } from '../access/server.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { openBrowser } from '../google/openBrowser.ts'
import { formatJson } from '../show/text.ts'

/** `kitroom console`: a link that signs in once. With an owner key the session can use the settings and the worker too. */
export async function openConsoleCommand(
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
