import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { loadConfig, SettingsError, type Config } from '../config/config.ts'
import type { Database } from '../platform/sql/types.ts'
import { readLastSettings, storeLastSettings } from '../state/facts.ts'

/** The text of kitroom.yaml as it is now; undefined when there is none. */
async function readConfigText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Reads kitroom.yaml as it is now; an absent file has no sources. It is read each time it is needed, so that an edit holds at once.
 * @throws SettingsError naming each fault with its line.
 */
export const readConfig = async (file: string): Promise<Config> => loadConfig((await readConfigText(file)) ?? '', basename(file))

/** Whether a kitroom.yaml that is not there is missed: one with something in it was used before. */
const isMissed = (last: string | undefined): last is string => last !== undefined && last.trim() !== ''

/**
 * Reads kitroom.yaml, or where it cannot be used now, or is gone, the last version that could. For what must go on in the meantime: who is told.
 * @throws SettingsError when there is no such version
 */
export async function readUsableConfig(state: Database, file: string): Promise<Config> {
  const text = await readConfigText(file)
  try {
    if (text !== undefined) return loadConfig(text, basename(file))
  } catch (error) {
    const last = await state.read(readLastSettings)
    if (last === undefined) throw error
    return loadConfig(last, basename(file))
  }
  const last = await state.read(readLastSettings)
  return loadConfig(isMissed(last) ? last : '', basename(file))
}

/** What is wrong with kitroom.yaml. */
export interface SettingsFault {
  code: 'settings_invalid' | 'settings_missing'
  /** Names the file and, where it can, each fault with its line. */
  detail: string
}

/** Looks for faults of kitroom.yaml. One that can be used is remembered, for the time when it cannot. */
export async function checkConfig(state: Database, file: string): Promise<SettingsFault | undefined> {
  const last = await state.read(readLastSettings)
  try {
    const text = await readConfigText(file)
    if (text === undefined) return isMissed(last) ? { code: 'settings_missing', detail: `${file} is not there.` } : undefined
    loadConfig(text, basename(file))
    if (text !== last) await state.write((tx) => storeLastSettings(tx, text))
    return undefined
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (error instanceof SettingsError) return { code: 'settings_invalid', detail: error.message }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EISDIR')
      return { code: 'settings_invalid', detail: `${file} cannot be read (${code}); check its permissions.` }
    throw error
  }
}
