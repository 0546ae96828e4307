import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { loadConfig, SettingsError, type Config } from '../config/config.ts'
import type { Database } from '../platform/sql/types.ts'
import { hashLocation } from '../sources/kinds.ts'
import type { SourceSettings } from '../sources/settings.ts'
import { findOldDownloads, removeDownload } from '../state/downloads.ts'
import { readLastConfigText, storeLastConfigText } from '../state/facts.ts'
import { hideQueries } from './hideQueries.ts'

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

/** A source of kitroom.yaml; undefined if it has none with this id. @throws SettingsError */
export const findSource = async (file: string, id: string): Promise<SourceSettings | undefined> =>
  (await readConfig(file)).sources.find((source) => source.id === id)

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

/** Stores a valid kitroom.yaml for `readUsableConfig`, and removes downloads of addresses that it no longer has. */
async function storeValid(state: Database, text: string, lastValidText: string | undefined, { sources }: Config): Promise<void> {
  const storedText = hideQueries(text)
  const locations = new Map(sources.map((source) => [source.id, hashLocation(source)]))
  const oldDownloads = await state.read((tx) => findOldDownloads(tx, locations))
  if (storedText === lastValidText && oldDownloads.length === 0) return
  await state.write(async (tx) => {
    await storeLastConfigText(tx, storedText)
    for (const source of oldDownloads) await removeDownload(tx, source)
  })
}

/** Checks kitroom.yaml and stores a valid version. */
export async function checkConfig(state: Database, file: string): Promise<SettingsFault | undefined> {
  const lastValidText = await state.read(readLastConfigText)
  try {
    const text = await readConfigText(file)
    if (text === undefined) return hasStoredContent(lastValidText) ? { code: 'settings_missing', detail: `${file} is not there.` } : undefined
    await storeValid(state, text, lastValidText, loadConfig(text, basename(file)))
    return undefined
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (error instanceof SettingsError) return { code: 'settings_invalid', detail: error.message }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EISDIR')
      return { code: 'settings_invalid', detail: `${file} cannot be read (${code}); check its permissions.` }
    throw error
  }
}
