import type { Client } from '../../client/client.ts'
import { withSettings } from '../access/settings.ts'
import { EXIT, type CommandContext, type JsonOption } from '../base/command.ts'
import { formatJson } from './text.ts'

/**
 * Calls the account settings and prints the response: its body as JSON, or what `format` makes of it.
 * @returns the exit code
 */
export const printSettingsReply = <Body extends object>(
  { env, terminal }: CommandContext,
  { json }: JsonOption,
  call: (settings: Client) => Promise<{ body: Body }>,
  format: (body: Body) => string,
): Promise<number> =>
  withSettings(env, async (settings) => {
    const { body } = await call(settings)
    terminal.printResult(json ? formatJson(body) : format(body))
    return EXIT.success
  })
