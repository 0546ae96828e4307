import { ProfileUpdates, StudioProfileUpdates, updateProfile } from '../../contract/settings/profile.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { formatFlagNames, readFields } from '../fieldFlags.ts'
import { formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'
import { formatProfile } from './show.ts'

const accountFields = Object.keys(ProfileUpdates.shape)
const studioFields = Object.keys(StudioProfileUpdates.shape)

/** Field names of both profiles are distinct. */
export const profileFields: readonly string[] = [...accountFields, ...studioFields]

/** `kitroom profile set`: an empty value clears a field. */
export const setProfileCommand = (context: CommandContext, options: Record<string, unknown>): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const profile = readFields(options, accountFields) as ProfileUpdates
    const studioProfile = readFields(options, studioFields, ['default_tax_rate']) as StudioProfileUpdates
    const updates = {
      ...(Object.keys(profile).length > 0 && { profile }),
      ...(Object.keys(studioProfile).length > 0 && { studioProfile }),
    }
    if (Object.keys(updates).length === 0)
      throw new CliError(`Say what to change: ${formatFlagNames(profileFields)}. An empty value clears a field.`)
    const { body } = await settings.call(updateProfile, { body: { updates } })
    context.terminal.printResult(options['json'] ? formatJson(body) : formatProfile(body))
    return EXIT.success
  })
