import { loadConfig, SettingsError } from '../../config/config.ts'

/** The error of a `kitroom.yaml` that cannot be used. */
export function findSettingsError(text: string): SettingsError {
  try {
    loadConfig(text)
  } catch (error) {
    if (error instanceof SettingsError) return error
    throw error
  }
  return new SettingsError([])
}

/** The faults of a `kitroom.yaml`, one per line; empty when it is valid. */
export const listConfigFaults = (text: string): string[] => findSettingsError(text).faults.map(({ message }) => message)
