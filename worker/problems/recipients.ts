import { loadConfig, SettingsError, type Config } from '../../config/config.ts'
import type { WorkerContext } from '../context.ts'
import { readUsableConfig } from '../sources.ts'

/** Reads the settings that name the recipients of problems: those of the last valid kitroom.yaml, or none. */
export async function readRecipientConfig({ state, configFile }: Pick<WorkerContext, 'state' | 'configFile'>): Promise<Config> {
  try {
    return await readUsableConfig(state, configFile)
  } catch (error) {
    if (error instanceof SettingsError) return loadConfig('')
    throw error
  }
}
