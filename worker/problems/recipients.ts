import { loadConfig, SettingsError, type Config } from '../../config/config.ts'
import type { SettingsAccess } from '../context/context.ts'

/** Reads the last valid kitroom.yaml for the recipients of problems. Without one there are no recipients. */
export async function readRecipientConfig({ settings }: SettingsAccess): Promise<Config> {
  try {
    return await settings.readUsable()
  } catch (error) {
    if (error instanceof SettingsError) return loadConfig('')
    throw error
  }
}
