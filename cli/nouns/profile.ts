import type { Command } from 'commander'
import type { Reply } from '../../contract/operation.ts'
import { getOwnProfile, ProfileUpdates, StudioProfileUpdates, updateProfile } from '../../contract/settings/profile.ts'
import { JSON_FLAG, type CommandContext, type JsonOption, type RunCommand } from '../base/command.ts'
import { CliError } from '../base/errors.ts'
import { addFieldFlags, formatFlagNames, readFields } from '../base/fields.ts'
import { printSettingsReply } from '../show/settingsReply.ts'
import { formatRecord } from '../show/table.ts'

const formatProfile = ({ data }: Reply<typeof getOwnProfile>): string =>
  `${formatRecord(data.profile)}\n\nStudio\n${formatRecord(data.studioProfile)}`

const showProfileCommand = (context: CommandContext, options: JsonOption): Promise<number> =>
  printSettingsReply(context, options, (settings) => settings.call(getOwnProfile), formatProfile)

const accountFields = Object.keys(ProfileUpdates.shape)
const studioFields = Object.keys(StudioProfileUpdates.shape)

/** Field names of both profiles are distinct. */
const profileFields: readonly string[] = [...accountFields, ...studioFields]

/** `kitroom profile set`: an empty value clears a field. */
async function setProfileCommand(context: CommandContext, options: Record<string, unknown>): Promise<number> {
  const profile = readFields(options, accountFields) as ProfileUpdates
  const studioProfile = readFields(options, studioFields, ['default_tax_rate']) as StudioProfileUpdates
  const updates = {
    ...(Object.keys(profile).length > 0 && { profile }),
    ...(Object.keys(studioProfile).length > 0 && { studioProfile }),
  }
  if (Object.keys(updates).length === 0)
    throw new CliError(`Say what to change: ${formatFlagNames(profileFields)}. An empty value clears a field.`)
  return printSettingsReply(
    context,
    options,
    (settings) => settings.call(updateProfile, { body: { updates } }),
    formatProfile,
  )
}

/** These commands need the owner key in KITROOM_OWNER_KEY. */
export function addProfileCommands(program: Command, run: RunCommand): void {
  const profile = program.command('profile').description('the account’s and the studio’s profile (owner key)')
  profile
    .command('show')
    .description('both profiles')
    .option(...JSON_FLAG)
    .action(run(showProfileCommand))
  addFieldFlags(profile.command('set').description('change fields; an empty value clears one'), profileFields)
    .option(...JSON_FLAG)
    .action(run(setProfileCommand))
}
