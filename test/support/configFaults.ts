import { loadConfig, SettingsError } from '../../config/config.ts'

/** The faults of a kitroom.yaml, a line each; none when it can be used. */
export function configFaults(text: string): string[] {
  try {
    loadConfig(text)
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n')
    throw error
  }
  return []
}
