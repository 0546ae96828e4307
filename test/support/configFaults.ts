import { loadConfig, SettingsError } from '../../config/config.ts'

/** The faults of a `kitroom.yaml`, one per line; empty when it is valid. */
export function listConfigFaults(text: string): string[] {
  try {
    loadConfig(text)
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n')
    throw error
  }
  return []
}
