import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { loadConfig, type Config } from '../activities/config/config.ts'

/**
 * Reads kitroom.yaml as it is now; an absent file has no sources. It is read each time it is needed, so that an edit holds at once.
 * @throws SettingsError naming each fault with its line.
 */
export async function readConfig(file: string): Promise<Config> {
  try {
    return loadConfig(await readFile(file, 'utf8'), basename(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return loadConfig('')
    throw error
  }
}
