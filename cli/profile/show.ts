import { getOwnProfile } from '../../contract/settings/profile.ts'
import type { Reply } from '../../contract/operation.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { formatRecord } from '../show/table.ts'
import { EXIT } from '../exit.ts'

export const formatProfile = ({ data }: Reply<typeof getOwnProfile>): string =>
  `${formatRecord(data.profile)}\n\nStudio\n${formatRecord(data.studioProfile)}`

export const showProfileCommand = (context: CommandContext, options: { json?: boolean }): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(getOwnProfile)
    context.terminal.printResult(options.json ? formatJson(body) : formatProfile(body))
    return EXIT.success
  })
