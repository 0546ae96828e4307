import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { loadConfig, SettingsError, type Config } from '../config/config.ts'
import type { Database } from '../platform/sql/types.ts'
import { readLastConfigText, storeLastConfigText } from '../state/facts.ts'

/** @returns undefined when the file does not exist */
async function readConfigText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Reads kitroom.yaml; an absent file has no sources. Read at every use, so that an edit takes effect immediately.
 * @throws SettingsError with each fault and its line
 */
export const readConfig = async (file: string): Promise<Config> => loadConfig((await readConfigText(file)) ?? '', basename(file))

/** True when a missing kitroom.yaml is a fault: an earlier one had content. */
const hasStoredContent = (lastValidText: string | undefined): lastValidText is string => lastValidText !== undefined && lastValidText.trim() !== ''

/**
 * Reads kitroom.yaml or, when it is invalid or missing, its last valid version. Used to find recipients.
 * @throws SettingsError without such a version
 */
export async function readUsableConfig(state: Database, file: string): Promise<Config> {
  const text = await readConfigText(file)
  try {
    if (text !== undefined) return loadConfig(text, basename(file))
  } catch (error) {
    const lastValidText = await state.read(readLastConfigText)
    if (lastValidText === undefined) throw error
    return loadConfig(lastValidText, basename(file))
  }
  const lastValidText = await state.read(readLastConfigText)
  return loadConfig(hasStoredContent(lastValidText) ? lastValidText : '', basename(file))
}

export interface SettingsFault {
  code: 'settings_invalid' | 'settings_missing'
  /** Names the file and, if possible, each fault with its line. */
  detail: string
}

/** Checks kitroom.yaml and stores a valid version for `readUsableConfig`. */
export async function checkConfig(state: Database, file: string): Promise<SettingsFault | undefined> {
  const lastValidText = await state.read(readLastConfigText)
  try {
    const text = await readConfigText(file)
    if (text === undefined) return hasStoredContent(lastValidText) ? { code: 'settings_missing', detail: `${file} is not there.` } : undefined
    loadConfig(text, basename(file))
    if (text !== lastValidText) await state.write((tx) => storeLastConfigText(tx, text))
    return undefined
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (error instanceof SettingsError) return { code: 'settings_invalid', detail: error.message }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EISDIR')
      return { code: 'settings_invalid', detail: `${file} cannot be read (${code}); check its permissions.` }
    throw error
  }
}
