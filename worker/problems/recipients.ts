import { loadConfig, SettingsError, type Config } from '../../config/config.ts'
import type { WorkerContext } from '../context.ts'
import { readUsableConfig } from '../sources.ts'

/** Recipients of problems, from the last valid kitroom.yaml. */
export async function readRecipients({ state, configFile }: Pick<WorkerContext, 'state' | 'configFile'>): Promise<Config> {
  try {
    return await readUsableConfig(state, configFile)
  } catch (error) {
    if (error instanceof SettingsError) return loadConfig('')
    throw error
  }
}
