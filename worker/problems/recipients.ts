import { loadConfig, SettingsError, type Config } from '../../config/config.ts'
import type { WorkerContext } from '../context.ts'
import { readUsableConfig } from '../sources.ts'

/** Reads the last valid kitroom.yaml for the recipients of problems; without one there are none. */
export async function readRecipientConfig({ state, configFile }: Pick<WorkerContext, 'state' | 'configFile'>): Promise<Config> {
  try {
    return await readUsableConfig(state, configFile)
  } catch (error) {
    if (error instanceof SettingsError) return loadConfig('')
    throw error
  }
}
